import { toDisplayLines, toDisplayText } from '../core/display-text.ts'

/** Text of a page or an agent: one isolated line without anything invisible in it. */
export const PageText = ({ text }: { text: string }) => <bdi>{toDisplayText(text)}</bdi>

/** The same with its line breaks, in a frame that nothing of ours looks like. */
export const PageLines = ({ text }: { text: string }) => (
  <bdi class="page-lines" dir="auto">
    {toDisplayLines(text)}
  </bdi>
)
