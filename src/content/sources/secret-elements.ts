import { type Control, isChoiceKind, isInput } from '../dom/control.ts'

/** Which elements hold secrets. Once one does, it stays so, whatever a "show password" button makes of it. */
export type SecretElements = {
  isSecret(control: Control, names: readonly string[]): boolean
  note(element: Element): void
}

const secretCompletions = /(^|\s)(cc-|(current|new)-password(\s|$)|one-time-code(\s|$))/i

export function createSecretElements(isSensitiveName: (text: string) => boolean): SecretElements {
  const known = new WeakSet<Element>()
  const note = (element: Element): void => {
    known.add(element)
  }
  const isSecret = (control: Control, names: readonly string[]): boolean => {
    const { element } = control
    if (known.has(element)) return true
    const isNow =
      (isInput(element) && element.type === 'password') ||
      (isWritten(control) && secretCompletions.test(element.getAttribute('autocomplete') ?? '')) ||
      (isWritten(control) && names.some((name) => name !== '' && isSensitiveName(name)))
    if (isNow) note(element)
    return isNow
  }
  return { isSecret, note }
}

/** A box to tick or a choice is not a secret, whatever its label talks about or says to keep the browser from filling. */
const isWritten = ({ kind }: Control): boolean =>
  !isChoiceKind(kind) && !['checkbox', 'aria-check', 'range', 'aria-range', 'file'].includes(kind)
