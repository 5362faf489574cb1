import { pageScriptEvent, pageScriptReadyEvent } from '../protocol/page-script-link.ts'
import { createContentLinks } from './content-link.ts'
import { defineInvokedSubmit } from './invoked-submit.ts'
import { createModelContext, type Methods } from './model-context.ts'
import { createSuccession, noteTools } from './native-context.ts'
import { apply, dispatch, findGetter } from './originals.ts'
import { host, type ToolHost } from './page-tools.ts'

const installModelContext = (onChange: () => void): void => {
  const findSuccessor: () => Methods | undefined = createSuccession(
    createModelContext(() => findSuccessor()),
    onChange,
  )
  host.findSuccessor = findSuccessor
}

const start = (): void => {
  const onChange = createContentLinks()
  host.onChange = onChange
  const getter = findGetter()
  if (getter) noteTools(apply(getter, document, []) as Methods)
  else installModelContext(onChange)
  const { ToolActivatedEvent, ToolCancelEvent } = window as unknown as ToolHost
  Object.assign(host, { ToolActivatedEvent, ToolCancelEvent })
  defineInvokedSubmit()
  dispatch(window, new Event(pageScriptReadyEvent))
}

const isFirst = (): boolean => dispatch(window, new MessageEvent(pageScriptEvent, { cancelable: true }))

if (isSecureContext && isFirst()) start()
