import { createPairingCode } from '../protocol/agent-link-code.ts'

const lifeMs = 5 * 60_000
const maxMisses = 5
/** Proofs given of one code, to whoever asks; each could be tried offline, slowly. */
const maxProofs = 20

/** The code this process shows until somebody types it: single use, five minutes, another after five misses. */
export class PairingCode {
  readonly #now: () => number
  readonly #onChange: (code: string) => void
  #code = ''
  #madeAt = -Infinity
  #misses = 0
  #proofs = 0

  constructor(onChange: (code: string) => void, now: () => number = Date.now) {
    this.#onChange = onChange
    this.#now = now
  }

  /** The code that counts now. */
  current(): string {
    if (this.#now() - this.#madeAt >= lifeMs) this.replace()
    return this.#code
  }

  /** The code to prove, or undefined when too much was asked of it. */
  takeProof(): string | undefined {
    const code = this.current()
    this.#proofs += 1
    if (this.#proofs <= maxProofs) return code
    this.replace()
    return undefined
  }

  isCurrent(code: string): boolean {
    return code === this.#code && this.#now() - this.#madeAt < lifeMs
  }

  miss(): void {
    this.#misses += 1
    if (this.#misses >= maxMisses) this.replace()
  }

  /** Used: there is none until somebody asks for one. */
  retire(): void {
    this.#code = ''
    this.#madeAt = -Infinity
  }

  replace(): void {
    this.#code = createPairingCode()
    this.#madeAt = this.#now()
    this.#misses = 0
    this.#proofs = 0
    this.#onChange(this.#code)
  }
}
