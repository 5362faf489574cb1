import type { EditWatch } from '../dom/edit-watch.ts'
import type { Registry, Scope } from '../../core/registry.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import type { FormGroup } from './form-group.ts'
import type { LiveForm } from './form-live.ts'
import { defineFormTools } from './form-tools.ts'

type Entry = { live: LiveForm; scope: Scope; placed: Map<string, PlacedTool> }
/** A tool in the registry; aborting `leaving` takes it out. */
type PlacedTool = { tool: ToolDefinition; secrets: string; leaving: AbortController }

type Prepared = { live: LiveForm; tools: readonly ToolDefinition[] }

function prepare(group: FormGroup, context: EntryContext): Prepared {
  const live: LiveForm = { ...context, group, target: `form:${group.name}` }
  return { live, tools: defineFormTools(live) }
}

/** The forms that have tools now. */
export type FormEntries = {
  /**
   * Brings tools in step with what was found. While a tool acts, forms only learn where their fields are now. It may
   * pause between two forms; the tools of new ones come all at once.
   */
  reconcile(groups: readonly FormGroup[], isActing: () => boolean): Generator<void, void>
  /** Cards of held calls on the form around this element are computed anew. */
  touch(element: Element): void
  /** The fields at these input paths of one of the forms' tools. */
  findFields(tool: string, paths: readonly string[]): HTMLElement[]
  clear(): void
}

export type EntryContext = { document: Document; edits: EditWatch } & Pick<
  LiveForm,
  'refresh' | 'catchUp' | 'whileActing' | 'pageScript' | 'navigations'
>

export function createFormEntries(registry: Registry, context: EntryContext): FormEntries {
  const entries = new Map<Element, Entry>()

  const add = ({ live, tools }: Prepared): void => {
    const { root, name } = live.group
    const scope = registry.scope(name, { source: 'forms', isPrefixing: true })
    const entry: Entry = { live, scope, placed: new Map() }
    entries.set(root, entry)
    placeTools(entry, tools)
  }
  const update = (entry: Entry, group: FormGroup, isActing: () => boolean): void => {
    entry.live.group = group
    if (!isActing()) placeTools(entry, defineFormTools(entry.live))
  }
  const drop = (root: Element, entry: Entry): void => {
    entries.delete(root)
    entry.scope.dispose()
  }

  function* reconcile(groups: readonly FormGroup[], isActing: () => boolean): Generator<void, void> {
    const gone = new Map(entries)
    const isKept = (group: FormGroup): boolean => {
      const entry = entries.get(group.root)
      if (entry?.live.group.name !== group.name) return false
      gone.delete(group.root)
      update(entry, group, isActing)
      return true
    }
    const isReplaced = (group: FormGroup): boolean => {
      const replaced = takeReplaced(group, gone)
      if (!replaced) return false
      entries.delete(replaced.root)
      entries.set(group.root, replaced.entry)
      update(replaced.entry, group, isActing)
      return true
    }
    const others: FormGroup[] = []
    for (const group of groups) {
      if (!isKept(group)) others.push(group)
      yield
    }
    const added = others.filter((group) => !isReplaced(group))
    const prepared: Prepared[] = []
    for (const group of added) {
      prepared.push(prepare(group, context))
      yield
    }
    if (isActing()) return
    for (const [root, entry] of gone) drop(root, entry)
    prepared.forEach(add)
  }

  const touch = (element: Element): void => {
    for (const { live, scope } of entries.values()) if (isOf(live.group, element)) scope.touch(live.target)
  }
  const clear = (): void => {
    for (const [root, entry] of entries) drop(root, entry)
  }
  return { reconcile, touch, findFields: (tool, paths) => fieldsOf(entries.values(), tool, paths), clear }
}

/** A form of the same name where one has gone is that one made anew: its tools, cards and undo stay. */
function takeReplaced(
  group: FormGroup,
  gone: Map<Element, Entry>,
): { root: Element; entry: Entry } | undefined {
  for (const [root, entry] of gone) {
    if (entry.live.group.name !== group.name) continue
    gone.delete(root)
    return { root, entry }
  }
  return undefined
}

const isOf = (group: FormGroup, element: Element): boolean =>
  (group.form?.contains(element) ?? false) ||
  group.fields.some(({ control }) => control.members.some((member) => member.contains(element)))

/** Registers what is new or different, and leaves the rest as it is: cards of held calls stay where nothing changed. */
function placeTools({ scope, placed }: Entry, tools: readonly ToolDefinition[]): void {
  for (const [name, { leaving }] of placed)
    if (!tools.some((tool) => tool.name === name)) {
      leaving.abort()
      placed.delete(name)
    }
  for (const tool of tools) {
    const old = placed.get(tool.name)
    const next: PlacedTool = { tool, secrets: secretsOf(tool), leaving: new AbortController() }
    if (old && signatureOf(old) === signatureOf(next)) continue
    old?.leaving.abort()
    placed.set(tool.name, next)
    scope.register(tool, { signal: next.leaving.signal })
  }
}

const secretsOf = (tool: ToolDefinition): string => JSON.stringify(tool.sensitivePaths?.())

/** Everything that is visible to agents or part of what a person agreed to; functions are left out. */
function signatureOf({ tool, secrets }: PlacedTool): string {
  const { input, ...rest } = tool
  return JSON.stringify([secrets, rest, tool.schemaText ?? input])
}

const fieldsOf = (entries: Iterable<Entry>, tool: string, paths: readonly string[]): HTMLElement[] =>
  [...entries]
    .filter(({ live }) => tool.startsWith(`${live.group.name}.`))
    .flatMap(({ live }) => live.group.fields)
    .filter(({ path }) => paths.includes(path))
    .map(({ control }) => control.element)
