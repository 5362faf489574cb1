import { refuse } from '../core/result.ts'

/** Why a page cannot be used now, and what the agent can do about it. */
export const pageRefusals = {
  unknown: refuse(
    'page_unavailable',
    'No such shared page. Call list_pages; ask the person to share the tab if it is not there.',
  ),
  suspended: refuse(
    'page_unavailable',
    'The page left the shared site. It comes back by itself when the person returns to it.',
  ),
  unreachable: refuse('page_unavailable', 'The page does not answer. It may have been left or reloaded.'),
  unanswered: refuse(
    'page_unavailable',
    'The page does not say which tools it has: it is loading, or busy. Call list_tools again in a moment.',
  ),
  invisible: refuse(
    'page_unavailable',
    'This tool is in a frame that the person cannot see now. Frames of other sites can be used only while they show.',
  ),
}

export const readOnlySite = refuse('not_allowed', 'The person lets agents only read on this site.')
