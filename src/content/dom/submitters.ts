import { isInput } from './control.ts'
import { formProperty } from './form-property.ts'
import { clean, textOf } from './label.ts'

/** What may submit: native buttons, and elements of libraries that stand for one. */
export const submitSelector = 'button,input[type=submit i],input[type=image i],[role=button],[type=submit]'

const submitWords =
  /^(save|submit|send|book|order|buy|pay|search|find|go|continue|next|sign|log ?in|register|apply|create|add|post|subscribe|confirm|update|place|checkout|check out|join|reserve|request|publish|speichern|senden|absenden|suchen|buchen|bestellen|weiter|anmelden|enviar|guardar|buscar|envoyer|enregistrer|rechercher|حفظ|إرسال|بحث)(?![\p{L}])/iu

export type SubmitButton = { element: HTMLElement; key: string; title: string }

/** Buttons of a form that submit it, in the order of the page; without a form those that look as if they did. */
export function findSubmitters(root: Element): SubmitButton[] {
  const buttons = root instanceof HTMLFormElement ? submittersOf(root) : looseButtons(root)
  return buttons.map((element, index) => describe(element, index))
}

function submittersOf(form: HTMLFormElement): HTMLElement[] {
  const native = [...formProperty(form, 'elements')].filter(isNativeSubmit)
  const custom = [...form.querySelectorAll<HTMLElement>('[type=submit]')].filter((element) =>
    element.localName.includes('-'),
  )
  const images = [...form.querySelectorAll<HTMLElement>('input[type=image]')]
  return [...native, ...images, ...custom].filter(isShown)
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

const isNativeSubmit = (element: Element): element is HTMLButtonElement | HTMLInputElement =>
  (isButton(element) || isInput(element)) && element.type === 'submit'

const isButton = (element: Element): element is HTMLButtonElement => element.localName === 'button'

/** Whether a button outside a form is there to send what was entered. */
export const isSubmitButton = (element: HTMLElement): boolean =>
  element.getAttribute('type') === 'submit' ||
  (isInput(element) && (element.type === 'submit' || element.type === 'image')) ||
  submitWords.test(buttonTitle(element))

const looseButtons = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(submitSelector)].filter(
    (element) => !element.closest('form') && isSubmitButton(element) && isShown(element),
  )

export const buttonTitle = (element: HTMLElement): string =>
  clean(element.getAttribute('aria-label') ?? '') ||
  (isInput(element) ? clean(element.value || element.alt) : textOf(element)) ||
  clean(element.title)

function describe(element: HTMLElement, index: number): SubmitButton {
  const title = buttonTitle(element) || (isInput(element) ? 'Submit' : `Button ${index + 1}`)
  const name = element.getAttribute('value') || element.getAttribute('name') || title
  return { element, key: name, title }
}
