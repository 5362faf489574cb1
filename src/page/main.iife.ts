import { pageScriptEvent } from '../protocol/page-script-link.ts'
import { createContentLinks } from './content-link.ts'
import { defineInvokedSubmit } from './invoked-submit.ts'
import { defineModelContext } from './model-context.ts'
import { createSuccession, noteTools } from './native-context.ts'
import { dispatch, findGetter } from './originals.ts'
import { host } from './page-tools.ts'

// A frame keeps its window from its empty document to the first of its own, and two installations may share a page.
const isFirst = (): boolean => dispatch(window, new Event(pageScriptEvent, { cancelable: true }))

if (isSecureContext && isFirst()) {
  const onChange = createContentLinks()
  host.onChange = onChange
  const getter = findGetter()
  if (getter) noteTools(getter, window.ModelContext?.prototype)
  else host.next = createSuccession(defineModelContext(), onChange)
  const { ToolActivatedEvent, ToolCancelEvent } = window
  host.event = (isCancelled, init) =>
    isCancelled ? new ToolCancelEvent('toolcancel', init) : new ToolActivatedEvent('toolactivated', init)
  defineInvokedSubmit()
}
