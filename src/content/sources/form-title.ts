import { referenced } from '../dom/composed-tree.ts'
import { clean, textOf } from '../dom/label.ts'
import { isTellingName, slugOf } from './form-names.ts'

const headings = 'h1,h2,h3,h4,h5,h6,[role=heading]'
const titleLimit = 80

/** What a form is called and the name its tools get from that. */
export function nameForm(root: Element, isForm: boolean): { name: string; title: string } {
  const title = formTitle(root) || fallbackTitle(root, isForm)
  return { title, name: slugOf(title) || slugOf(identifierOf(root)) || 'form' }
}

const formTitle = (root: Element): string => short(labelledBy(root) || headingOf(root) || ariaLabel(root))

const short = (text: string): string =>
  text.length <= titleLimit ? text : `${text.slice(0, titleLimit - 1)}…`

const labelledBy = (root: Element): string => clean(referenced(root, 'aria-labelledby').map(textOf).join(' '))

const ariaLabel = (root: Element): string => clean(root.getAttribute('aria-label') ?? '')

/** A heading in the form, else the one right above it. */
function headingOf(root: Element): string {
  const inner = root.querySelector(headings)
  if (inner) return textOf(inner)
  return ariaLabel(root) || legendOf(root) || (root.localName === 'body' ? '' : headingAbove(root))
}

/** The legend of a fieldset that holds all fields; that of a part names only the part. */
function legendOf(root: Element): string {
  const legend = root.querySelector(':scope > fieldset > legend')
  const isWhole = !root.querySelector(
    ':is(input:not([type=hidden],[type=submit]),select,textarea):not(:scope > fieldset *)',
  )
  const isOnly = root.querySelectorAll(':scope > fieldset').length === 1
  return legend && isWhole && isOnly ? textOf(legend) : ''
}

function headingAbove(root: Element): string {
  let at: Element | null = root
  for (let step = 0; at && at.localName !== 'body' && step < 3; step++) {
    for (let node = at.previousElementSibling; node; node = node.previousElementSibling) {
      if (node.matches('form')) return ''
      const found = node.matches(headings) ? node : [...node.querySelectorAll(headings)].at(-1)
      if (found && !node.querySelector('form')) return textOf(found)
    }
    at = at.parentElement
  }
  return ''
}

const spoken = (identifier: string): string =>
  clean(identifier.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[-_.]+/g, ' '))

function identifierOf(root: Element): string {
  const name = root.getAttribute('name') ?? ''
  if (isTellingName(name)) return name
  // Not `root.id`: a field of the form may have that name.
  const id = root.getAttribute('id') ?? ''
  return isTellingName(id) ? id : ''
}

function fallbackTitle(root: Element, isForm: boolean): string {
  const identifier = identifierOf(root)
  if (identifier) return spoken(identifier)
  if (root.getAttribute('role') === 'search' || root.localName === 'search') return 'Search'
  return (isForm && spoken(lastStep(root))) || (root.localName === 'body' ? pageTitle(root) : '') || 'Form'
}

const pageTitle = (root: Element): string => short(clean(root.ownerDocument.title))

/** The last step of the address the form sends to, without its extension. */
function lastStep(root: Element): string {
  const action = root.getAttribute('action')
  if (!action || !URL.canParse(action, root.baseURI)) return ''
  const step = new URL(action, root.baseURI).pathname.split('/').filter(Boolean).at(-1) ?? ''
  return step.replace(/\.\w+$/, '')
}
