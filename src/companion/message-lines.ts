import { Transform, type TransformCallback } from 'node:stream'

type Id = string | number | null
const parseError = -32_700
const invalidRequest = -32_600
const newline = 10

/**
 * Passes on the lines of stdin that are JSON-RPC messages. Any other is answered as an error, so that nobody waits for
 * it; one beyond the limit is not even kept. `answer` gets whole lines for stdout.
 */
export class MessageLines extends Transform {
  readonly #answer: (line: string) => void
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #length = 0

  constructor(answer: (line: string) => void, maxBytes: number) {
    super()
    this.#answer = answer
    this.#maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at))
      this.#endLine()
      from = at + 1
    }
    this.#keep(chunk.subarray(from))
    done()
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length <= this.#maxBytes) this.#parts.push(part)
    else this.#parts = []
  }

  #endLine(): void {
    const isTooLong = this.#length > this.#maxBytes
    const line = Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    if (isTooLong) this.#refuse(null, parseError, `Longer than ${this.#maxBytes} bytes`)
    else if (line.toString('utf8').trim() !== '') this.#pass(line)
  }

  #pass(line: Buffer): void {
    const message = parseJson(line.toString('utf8'))
    if (message === undefined) this.#refuse(null, parseError, 'Parse error')
    else if (!isMessage(message)) this.#refuse(idOf(message), invalidRequest, 'Invalid request')
    else this.push(Buffer.concat([line, Buffer.from('\n')]))
  }

  #refuse(id: Id, code: number, message: string): void {
    this.#answer(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request or notification, or the client's answer to one of ours. */
function isMessage(value: unknown): boolean {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return false
  const { method, id, params } = value
  if (id !== undefined && !isId(id)) return false
  if (method === undefined) return 'result' in value || 'error' in value
  return typeof method === 'string' && (params === undefined || isRecord(params))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

function idOf(value: unknown): Id {
  const id = isRecord(value) ? value['id'] : null
  return isId(id) ? id : null
}
