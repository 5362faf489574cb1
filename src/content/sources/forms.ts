import { createEditWatch, type EditWatch } from '../dom/edit-watch.ts'
import { nextTask } from '../dom/settle.ts'
import type { Registry } from '../../core/registry.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import { createFormEntries, type FormEntries } from './form-entries.ts'
import type { FormGroup } from './form-group.ts'
import { type Scan, scanForms } from './form-scan.ts'
import { watchUpgrades } from './form-upgrades.ts'
import { watchForms } from './form-watch.ts'
import { createSecretElements } from './secret-elements.ts'

export type FormSourceOptions = {
  signal: AbortSignal
  document: Document
  isSensitiveName(text: string): boolean
  /** Dispatches `end` when a navigation of this document ended without another one. */
  navigations?: EventTarget
  /** By this a page can answer the submit of a form that it declared as a tool. */
  pageScript?: Pick<PageScriptChannel, 'invokeSubmit'>
}

export type FormSource = Pick<FormEntries, 'findFields'>

/** How long one stretch of looking may take before other tasks get their turn, in milliseconds. */
const turnMs = 12

/** Keeps the registry's tools in step with the forms of one document until the signal aborts. */
export function startFormSource(registry: Registry, options: FormSourceOptions): FormSource {
  const { document, signal } = options
  const secrets = createSecretElements((text) => options.isSensitiveName(text))
  let actingCount = 0
  let isFirst = true
  let lookId = 0

  const adopt = (scan: Scan): void => {
    if (isFirst) noteFirstSights(scan.groups, edits)
    isFirst = false
    entries.reconcile(scan.groups, actingCount > 0)
    watch.follow(scan)
    upgrades.follow(scan.roots)
  }
  const look = async (): Promise<void> => {
    const id = ++lookId
    const scan = await finishInTurns(scanForms(document, secrets), () => id !== lookId || signal.aborted)
    if (scan && actingCount === 0) adopt(scan)
    else if (scan) watch.markDirty()
  }
  const refresh = (): void => {
    if (!watch.takeDirty()) return
    lookId++
    adopt(finish(scanForms(document, secrets)))
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
  const entries = createFormEntries(registry, {
    document,
    edits,
    refresh,
    whileActing,
    pageScript: options.pageScript,
    navigations: options.navigations,
  })
  const watch = watchForms(document, {
    signal,
    isPaused: () => actingCount > 0,
    onRelevant: look,
    onPassword: (element) => secrets.note(element),
  })
  const upgrades = watchUpgrades(signal, () => watch.markDirty())
  signal.addEventListener('abort', () => entries.clear())
  void look()
  return { findFields: (tool, paths) => entries.findFields(tool, paths) }
}

const noteFirstSights = (groups: readonly FormGroup[], edits: EditWatch): void => {
  for (const { fields } of groups) for (const { control } of fields) edits.noteFirstSight(control)
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs in short stretches, the first at once; undefined when it was given up meanwhile. */
async function finishInTurns<T>(steps: Generator<void, T>, isGivenUp: () => boolean): Promise<T | undefined> {
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < turnMs) continue
    await nextTask()
    if (isGivenUp()) return undefined
    startedAt = performance.now()
  }
}
