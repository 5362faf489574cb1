import type { EditWatch } from '../dom/edit-watch.ts'
import { formProperty } from '../dom/form-property.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import type { FormGroup } from './form-group.ts'

/** A form that has tools; `group` is what the last look at the page found of it. */
export type LiveForm = {
  group: FormGroup
  target: string
  document: Document
  edits: EditWatch
  /** Looks at the page again, at once. */
  refresh(): void
  /**
   * Brings the tools in step with what the page has become, and tells the worker, without keeping other tasks from their
   * turn: whoever waits for it goes on after that.
   */
  catchUp(): Promise<void>
  /** Looks are put off while it runs: what our own acts do to the page passes. */
  whileActing<T>(act: () => Promise<T>): Promise<T>
  /** Dispatches `end` when a navigation of the document ended without another one. */
  navigations?: EventTarget | undefined
  /** Submits declared forms in a way that lets the page answer. */
  pageScript?: Pick<PageScriptChannel, 'invokeSubmit'> | undefined
}

export const canSubmit = (group: FormGroup): boolean => group.form !== null || group.submitters.length > 0

export const quoted = (group: FormGroup): string => `“${group.title}”`

/** The origin that the form's data goes to, where it is another than the page's. */
export function sendsTo({ form, submitters, root }: FormGroup): string | undefined {
  const own = new URL(root.baseURI).origin
  const address = submitters[0]?.element.getAttribute('formaction') ?? form?.getAttribute('action') ?? ''
  if (!URL.canParse(address, root.baseURI)) return undefined
  const { origin, protocol } = new URL(address, root.baseURI)
  return origin === own || !/^https?:$/.test(protocol) ? undefined : origin
}

/** What the tools of one form have in common. */
export function sharedParts(live: LiveForm) {
  const { group, target } = live
  const elsewhere = sendsTo(group)
  return {
    target,
    ...(elsewhere ? { sendsTo: elsewhere } : {}),
    fingerprint: {
      action: group.form?.getAttribute('action') ?? '',
      method: group.form ? formProperty(group.form, 'method') : '',
      fields: group.fieldsText,
    },
    sensitivePaths: () => live.group.fields.filter(({ isSensitive }) => isSensitive).map(({ path }) => path),
  }
}
