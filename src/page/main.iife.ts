import { createContentLinks } from './content-link.ts'
import { defineInvokedSubmit } from './invoked-submit.ts'
import { defineModelContext } from './model-context.ts'
import { createSuccession, noteTools } from './native-context.ts'
import { findGetter, isNative } from './originals.ts'
import { host } from './page-tools.ts'

const getter = findGetter()

// At the start of a document an API that is not the browser's own is another page script's.
if (isSecureContext && (!getter || isNative(getter))) {
  const onChange = createContentLinks()
  host.onChange = onChange
  if (getter) noteTools(getter, window.ModelContext?.prototype)
  else host.next = createSuccession(defineModelContext(), onChange)
  const { ToolActivatedEvent, ToolCancelEvent } = window
  host.event = (isCancelled, init) =>
    isCancelled ? new ToolCancelEvent('toolcancel', init) : new ToolActivatedEvent('toolactivated', init)
  defineInvokedSubmit()
}
