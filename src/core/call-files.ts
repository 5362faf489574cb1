import { coversPath, joinPath } from './dot-path.ts'
import { fileFetchTimeoutMs, fileMaxBytes } from './limits.ts'
import type { Issue } from './result.ts'
import type { FileFieldAt } from './schema-fields.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { FileField, FileRef } from './tool.ts'

/** A file that may not be used. The message names the field and the limit, never the address or the contents. */
export class FileRejection extends Error {
  override readonly name = 'FileRejection'
}

/** One place of an input that holds a file reference. */
export type FilePlace = { path: string; field: FileField; ref: FileRef }
export type FileRequest = { path: string; ref: string } & FileField

export const isFileRef = (value: unknown): value is FileRef =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  (('ref' in value && typeof value.ref === 'string') || ('url' in value && typeof value.url === 'string'))

/** Every value at a file field, one per element where the field takes several. `null` clears and is no file. */
function listFileValues(
  tool: RegisteredTool,
  input: unknown,
): { path: string; field: FileField; value: unknown }[] {
  const fields = tool.fileFields()
  if (fields.length === 0) return []
  const found: { path: string; field: FileField; value: unknown }[] = []
  const visit = (value: unknown, path: string): void => {
    const at = findField(fields, path)
    if (at && value === null) return
    if (at && Array.isArray(value) && at.field.multiple) {
      value.forEach((item: unknown, i) =>
        found.push({ path: joinPath(path, i), field: at.field, value: item }),
      )
    } else if (at) {
      found.push({ path, field: at.field, value })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) visit(child, joinPath(path, key))
    }
  }
  visit(input, '')
  return found
}

const findField = (fields: readonly FileFieldAt[], path: string): FileFieldAt | undefined =>
  fields.find(
    (field) => field.path.split('.').length === path.split('.').length && coversPath(field.path, path),
  )

export function findFileIssues(tool: RegisteredTool, input: unknown): Issue[] {
  return listFileValues(tool, input)
    .filter(({ value }) => !isFileRef(value))
    .map(({ path }) => ({
      path,
      message:
        'A file is given as { "ref": "what you want" } for the person to pick, or { "url": "https://…" }; never as a path',
    }))
}

export const listFilePlaces = (tool: RegisteredTool, input: unknown): FilePlace[] =>
  listFileValues(tool, input).flatMap(({ path, field, value }) =>
    isFileRef(value) ? [{ path, field, ref: value }] : [],
  )

/** The files that the person is to pick before they can approve. */
export function listFileRequests(tool: RegisteredTool, input: unknown): FileRequest[] {
  return listFilePlaces(tool, input).flatMap(({ path, field, ref }) =>
    'ref' in ref ? [{ path, ref: ref.ref, ...field, maxBytes: field.maxBytes ?? fileMaxBytes }] : [],
  )
}

/** Undefined when the file may be used at the field; else why not. */
export function findFileFault(place: { path: string; field: FileField }, file: File): string | undefined {
  const maxBytes = place.field.maxBytes ?? fileMaxBytes
  if (file.size > maxBytes) return `The file for \`${place.path}\` is larger than ${maxBytes} bytes`
  if (!isAccepted(place.field.accept, file))
    return `\`${place.path}\` takes only ${place.field.accept ?? 'other files'}`
  return undefined
}

/** As the `accept` attribute is read: extensions, types, and types with `*`. */
function isAccepted(accept: string | undefined, file: File): boolean {
  const wanted = (accept ?? '').split(',').map((part) => part.trim().toLowerCase())
  const kinds = wanted.filter((part) => part !== '')
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase().split(';')[0]?.trim() ?? '']
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith('.')) return name.endsWith(kind)
      return kind === '*/*' || kind === type || (kind.endsWith('/*') && type.startsWith(kind.slice(0, -1)))
    })
  )
}

/** `https:`, or `http:` to this machine; without user or password. */
export function isAllowedFileUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback))
}

export type FileSources = {
  /** What the person picked, by path. */
  picked: ReadonlyMap<string, readonly File[]>
  places: readonly FilePlace[]
  fetchFile: ((url: string, signal: AbortSignal) => Promise<File>) | undefined
  signal: AbortSignal
  onNotConfigured(): void
}

export type FileResolver = {
  resolve(ref: FileRef): Promise<File>
  resolveAll(ref: FileRef): Promise<readonly File[]>
  /** Every file of the input, so that nothing is written before all are there. */
  resolveInput(): Promise<void>
}

export function createFileResolver(sources: FileSources): FileResolver {
  const fetched = new Map<string, Promise<readonly File[]>>()

  const fetchOnce = (url: string): Promise<readonly File[]> => {
    const known = fetched.get(url) ?? fetchFor(url, sources)
    fetched.set(url, known)
    return known
  }

  const resolveAll = (ref: FileRef): Promise<readonly File[]> =>
    'url' in ref ? fetchOnce(ref.url) : Promise.resolve().then(() => pickedFor(ref, sources))

  const resolve = async (ref: FileRef): Promise<File> => {
    const [file] = await resolveAll(ref)
    if (!file) throw new FileRejection('No file was picked')
    return file
  }

  return {
    resolve,
    resolveAll,
    async resolveInput() {
      await Promise.all(sources.places.map(({ ref }) => resolve(ref)))
    },
  }
}

/** Two fields may ask in the same words: the very object of the input says which of them is meant. */
function pickedFor(ref: { ref: string }, { places, picked }: FileSources): readonly File[] {
  const same = places.filter((place) => place.ref === ref)
  const alike = places.filter((place) => 'ref' in place.ref && place.ref.ref === ref.ref)
  const files = (same.length > 0 ? same : alike).flatMap(({ path }) => picked.get(path) ?? [])
  if (files.length === 0) throw new FileRejection('No file was picked for this field')
  return files
}

async function fetchFor(url: string, sources: FileSources): Promise<readonly File[]> {
  const place = sources.places.find(({ ref }) => 'url' in ref && ref.url === url) ?? {
    path: 'file',
    field: {},
  }
  if (!sources.fetchFile) {
    sources.onNotConfigured()
    throw new FileRejection(`\`${place.path}\`: files from an address are turned off`)
  }
  if (!isAllowedFileUrl(url)) {
    throw new FileRejection(`\`${place.path}\`: only https addresses without user or password are fetched`)
  }
  const file = await fetchWithin(url, place.path, sources.fetchFile, sources.signal)
  const fault = findFileFault(place, file)
  if (fault !== undefined) throw new FileRejection(fault)
  return [file]
}

async function fetchWithin(
  url: string,
  path: string,
  fetchFile: NonNullable<FileSources['fetchFile']>,
  signal: AbortSignal,
): Promise<File> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(fileFetchTimeoutMs)])
  try {
    return await fetchFile(url, limit)
  } catch (cause) {
    if (signal.aborted) throw cause
    const reason = cause instanceof FileRejection ? cause.message : 'the file could not be fetched'
    throw new FileRejection(`\`${path}\`: ${reason}`, { cause })
  }
}

/** What is wrong with what the person picked, before anything is consumed. */
export function findFaultOfPick(
  tool: RegisteredTool,
  input: unknown,
  picked: ReadonlyMap<string, readonly File[]>,
): { code: 'missing'; path: string } | { code: 'rejected'; message: string } | undefined {
  for (const place of listFilePlaces(tool, input)) {
    if ('url' in place.ref) continue
    const files = picked.get(place.path) ?? []
    if (files.length === 0) return { code: 'missing', path: place.path }
    if (files.length > 1 && !place.field.multiple)
      return { code: 'rejected', message: `\`${place.path}\` takes one file` }
    const fault = files.map((file) => findFileFault(place, file)).find((found) => found !== undefined)
    if (fault !== undefined) return { code: 'rejected', message: fault }
  }
  return undefined
}

export const holdsFileRef = (tool: RegisteredTool, input: unknown): boolean =>
  listFileRequests(tool, input).length > 0
