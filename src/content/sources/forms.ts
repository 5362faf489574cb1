import { createEditWatch, type EditWatch } from '../dom/edit-watch.ts'
import type { Registry } from '../../core/registry.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import { createFormEntries, type FormEntries } from './form-entries.ts'
import type { FormGroup } from './form-group.ts'
import { type Scan, scanForms } from './form-scan.ts'
import { watchUpgrades } from './form-upgrades.ts'
import { watchForms } from './form-watch.ts'
import { createLooks } from './looks.ts'
import { createSecretElements } from './secret-elements.ts'

export type FormSourceOptions = {
  signal: AbortSignal
  document: Document
  isSensitiveName(text: string): boolean
  /** Dispatches `end` when a navigation of this document ended without another one. */
  navigations?: EventTarget
  /** By this a page can answer the submit of a form that it declared as a tool. */
  pageScript?: Pick<PageScriptChannel, 'invokeSubmit'>
  /** Resolved once the worker has been told of every tool that there is now. */
  whenTold?: () => Promise<void>
}

export type FormSource = Pick<FormEntries, 'findFields'> & {
  /** Resolved once the forms that the document begins with have their tools, or cannot have them. */
  firstLook: Promise<void>
}

/** Keeps the registry's tools in step with the forms of one document until the signal aborts. */
export function startFormSource(registry: Registry, options: FormSourceOptions): FormSource {
  const { document, signal, pageScript, navigations } = options
  const secrets = createSecretElements((text) => options.isSensitiveName(text))
  let actingCount = 0
  let isFirst = true
  const looks = createLooks(signal)

  function* adopt(scan: Scan): Generator<void, void> {
    if (isFirst) yield* noteFirstSights(scan.groups, edits)
    isFirst = false
    yield* entries.reconcile(scan.groups, () => actingCount > 0)
    watch.follow(scan)
    upgrades.follow(scan.roots)
  }
  function* lookUnlessActing(): Generator<void, void> {
    const scan = yield* scanForms(document, secrets)
    if (actingCount === 0) yield* adopt(scan)
    else watch.markDirty()
  }
  function* lookAnyway(): Generator<void, void> {
    yield* adopt(yield* scanForms(document, secrets))
  }
  const look = (): Promise<void> => looks.run(lookUnlessActing())
  const isBehind = (): boolean => watch.takeDirty() || looks.isOpen()
  const refresh = (): void => {
    if (isBehind()) looks.runAtOnce(lookAnyway())
  }
  const catchUp = async (): Promise<void> => {
    if (!isBehind()) return
    void look()
    await looks.whenOver()
    await options.whenTold?.()
  }
  const whileActing = async <T>(act: () => Promise<T>): Promise<T> => {
    actingCount++
    try {
      return await act()
    } finally {
      actingCount--
      watch.markDirty()
    }
  }

  const edits = createEditWatch(document, signal, (element) => entries.touch(element))
  const live = { document, edits, refresh, catchUp, whileActing, pageScript, navigations }
  const entries = createFormEntries(registry, live)
  const watch = watchForms(document, {
    signal,
    isPaused: () => actingCount > 0,
    onRelevant: look,
    onPassword: (element) => secrets.note(element),
  })
  const upgrades = watchUpgrades(signal, () => watch.markDirty())
  signal.addEventListener('abort', () => entries.clear())
  void look()
  return { firstLook: looks.first, findFields: (tool, paths) => entries.findFields(tool, paths) }
}

function* noteFirstSights(groups: readonly FormGroup[], edits: EditWatch): Generator<void, void> {
  for (const { fields } of groups) {
    for (const { control } of fields) edits.noteFirstSight(control)
    yield
  }
}
