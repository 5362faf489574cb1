import { isAllowedFileUrl } from '../core/call-files.ts'
import { fileFetchTimeoutMs } from '../core/limits.ts'
import { readSettings } from '../store/settings.ts'

type Fetched = { file: File } | { rejected: string }

/** A file that an agent names by address: from allow-listed origins only, with nothing of the person's sent along. */
export async function fetchFile(address: string): Promise<Fetched> {
  const { hasFileUrls, fileOrigins, maxFileBytes } = await readSettings()
  if (!hasFileUrls)
    return { rejected: 'Files by address are off. Ask the person to pick the file: use `ref`.' }
  if (!isAllowedFileUrl(address) || !fileOrigins.includes(new URL(address).origin)) {
    return { rejected: 'This origin is not one that the person allows files from.' }
  }
  try {
    return await download(new URL(address), maxFileBytes)
  } catch {
    return { rejected: 'The file could not be fetched.' }
  }
}

async function download(url: URL, maxBytes: number): Promise<Fetched> {
  const response = await fetch(url, {
    credentials: 'omit',
    // What an incognito tab needs is not to be found on the disk afterwards.
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(fileFetchTimeoutMs),
  })
  const tooLarge = { rejected: `The file is larger than ${maxBytes} bytes.` }
  if (!response.ok || !response.body) return { rejected: 'The file could not be fetched.' }
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) return tooLarge
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > maxBytes) return tooLarge
    chunks.push(chunk)
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '') || 'file'
  return { file: new File(chunks, name, { type }) }
}
