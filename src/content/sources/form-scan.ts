import { type Choice, type Control, isChoiceKind, isDisabled, isInput, isReadOnly } from '../dom/control.ts'
import { choicesOf } from '../dom/choices.ts'
import { closestComposed, parentOf, type TreeRoot } from '../dom/composed-tree.ts'
import { createControlGrouping } from '../dom/control-groups.ts'
import { collectCandidates } from '../dom/find-controls.ts'
import { descriptionOf, indexLabels, type LabelIndex, labelOf } from '../dom/label.ts'
import { findSubmitters, isSubmitButton, submitSelector } from '../dom/submitters.ts'
import { isReachable, isTrapLabel } from '../dom/visibility.ts'
import { declarationOf, declaredFieldOf } from './declared-forms.ts'
import type { Field, FormGroup } from './form-group.ts'
import { createUniqueNames, fieldKey } from './form-names.ts'
import { fieldSchema, listedChoicesMax } from './form-schema.ts'
import { nameForm } from './form-title.ts'
import type { SecretElements } from './secret-elements.ts'

export type Scan = { groups: FormGroup[]; roots: TreeRoot[]; candidates: HTMLElement[] }

/**
 * Finds all forms of a document. A generator, so that the caller can give other tasks a turn: each `yield` is a point
 * where it may pause. Nothing is written, nothing is opened.
 */
export function* scanForms(document: Document, secrets: SecretElements): Generator<void, Scan> {
  const { elements, roots } = collectCandidates(document)
  yield
  const labels = indexLabels(roots)
  const grouping = createControlGrouping(labels)
  yield
  for (const [index, element] of elements.entries()) {
    grouping.add(element)
    if (index % 50 === 49) yield
  }
  const byRoot = yield* gather(grouping.controls, labels)
  const groups = yield* buildGroups(byRoot, { labels, secrets })
  return { groups, roots, candidates: elements }
}

function* gather(controls: readonly Control[], labels: LabelIndex): Generator<void, Map<Element, Control[]>> {
  const byRoot = new Map<Element, Control[]>()
  const findRoot = createRootFinder()
  for (const [index, control] of controls.entries()) {
    if (index % 20 === 19) yield
    if (!isOffered(control, labels)) continue
    const root = findRoot(control.element)
    const known = byRoot.get(root)
    if (known) known.push(control)
    else byRoot.set(root, [control])
  }
  return byRoot
}

const isOffered = (control: Control, labels: LabelIndex): boolean => {
  if (isDisabled(control) || isReadOnly(control)) return false
  const own = control.members.flatMap((member) => labels.get(member) ?? member.closest('label') ?? [])
  return isReachable(control, own)
}

const landmarks =
  '[role=form],[role=search],search,dialog,[role=dialog],[role=alertdialog],header,footer,nav,aside,main,[role=main]'

/** The form of a control, or what holds controls without one together. */
function createRootFinder(): (element: HTMLElement) => Element {
  const known = new Map<Element, Element | null>()
  const holderOf = (element: Element): Element | null => {
    const cached = known.get(element)
    if (cached !== undefined) return cached
    const parent = parentOf(element)
    const found = isHolder(element)
      ? element
      : parent && parent.localName !== 'html'
        ? holderOf(parent)
        : null
    known.set(element, found)
    return found
  }
  return (element) =>
    (isInput(element) ? element.form : null) ??
    closestComposed(element, 'form') ??
    (parentOf(element) ? holderOf(parentOf(element) ?? element) : null) ??
    element.ownerDocument.body
}

const isHolder = (element: Element): boolean =>
  element.matches(landmarks) ||
  [...element.querySelectorAll<HTMLElement>(submitSelector)].some(isSubmitButton)

type ScanContext = { labels: LabelIndex; secrets: SecretElements }

function* buildGroups(
  byRoot: ReadonlyMap<Element, Control[]>,
  context: ScanContext,
): Generator<void, FormGroup[]> {
  const groups: FormGroup[] = []
  const unique = createUniqueNames('-')
  for (const [root, controls] of byRoot) {
    const form = root instanceof HTMLFormElement ? root : null
    const declared = form ? declarationOf(form) : undefined
    const named = declared ?? nameForm(root, form !== null)
    const built = yield* buildFields(controls, context)
    if (built.fields.length === 0) continue
    groups.push({
      root,
      form,
      ...named,
      name: unique(named.name),
      ...built,
      submitters: findSubmitters(root),
      isDeclared: declared !== undefined,
    })
  }
  return groups
}

type BuiltFields = Pick<FormGroup, 'fields' | 'fieldsText' | 'schemaText'>

function* buildFields(controls: readonly Control[], context: ScanContext): Generator<void, BuiltFields> {
  const fields: Field[] = []
  const [kinds, schemas]: [string[], string[]] = [[], []]
  const unique = createUniqueNames('_')
  for (const [index, control] of controls.entries()) {
    if (index % 20 === 19) yield
    const field = buildField(control, context, unique)
    if (!field) continue
    fields.push(field)
    kinds.push(`${field.key} ${control.kind}`)
    schemas.push(JSON.stringify([field.key, field.schema, field.isRequired]))
  }
  return { fields, fieldsText: kinds.join('\n'), schemaText: schemas.join('\n') }
}

/** Undefined for a field that asks people to leave it alone. */
function buildField(
  control: Control,
  context: ScanContext,
  unique: (name: string) => string,
): Field | undefined {
  const { labels, secrets } = context
  const { element } = control
  const declared = declaredFieldOf(element)
  const found = declared.title ?? labelOf(control, labels)
  if (found !== undefined && isTrapLabel(found)) return undefined
  const name = nameOf(control)
  const key = unique(fieldKey({ name, label: found, id: element.id }))
  const label = found ?? key
  const choices = choicesOf(control, labels)
  const facts = {
    label,
    description: declared.description ?? descriptionOf(control, label),
    choices,
    isSensitive: secrets.isSecret(control, [name || element.id, label]),
    isRequired: isRequired(control),
    hasLateChoices: hasLateChoices(control, choices),
  }
  const { description: _description, choices: _choices, ...kept } = facts
  return {
    key,
    path: `values.${key}`,
    control,
    ...kept,
    ...(choices ? { choices } : {}),
    schema: fieldSchema(control, facts),
  }
}

/** A field in a shadow tree is often named on its host. */
function nameOf(control: Control): string {
  const own = control.element.getAttribute('name')
  if (own) return own
  const root = control.element.getRootNode()
  return root instanceof ShadowRoot ? (root.host.getAttribute('name') ?? '') : ''
}

const isRequired = (control: Control): boolean =>
  control.members.some(
    (member) => member.matches(':required') || member.getAttribute('aria-required') === 'true',
  )

/** Comboboxes that were seen without their list: when it is opened it comes and goes, and the tool stays what it is. */
const openable = new WeakSet<Element>()

function hasLateChoices({ kind, element }: Control, choices: Choice[] | undefined): boolean {
  if (!isChoiceKind(kind)) return false
  const isLate = choices === undefined || choices.length === 0 || choices.length > listedChoicesMax
  if (isLate && kind === 'aria-combobox') openable.add(element)
  return isLate || openable.has(element)
}
