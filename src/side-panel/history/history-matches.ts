import {
  countFacets,
  createLineTest,
  loadIndex,
  matchSegment,
  refreshIndex,
  type HistoryFilter,
  type HistoryIndex,
  type LineTest,
} from '../../store/history-index.ts'
import type { Facets } from '../../store/history-segments.ts'
import { indexOfOrder } from './timeline.ts'
import { idle } from '../idle.ts'

/**
 * One pass over the index. `before`: everything from this order on has been looked at. `isQuiet`: what is shown stays
 * until all of it is known again, so that nothing jumps.
 */
type Pass = { found: number[]; before: number; isRunning: boolean; isQuiet: boolean }

/** A task of this length still leaves room for drawing in a frame. */
const sliceMs = 8

/** The orders of the entries that pass a filter, newest first, kept up as entries come. */
export class HistoryMatches {
  orders: readonly number[] = []
  /** Another number whenever `orders` is. */
  revision = 0
  isComplete = false
  /** The newest are known. */
  readonly begun: Promise<void>
  readonly #begin: () => void
  readonly #onChange: () => void
  readonly #signal: AbortSignal
  #index: HistoryIndex = { segments: [], isComplete: false }
  #test: LineTest = createLineTest({ words: [] })
  #pass: Pass = startPass(false)

  constructor(onChange: () => void, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#begin = resolve
    this.#onChange = onChange
    this.#signal = signal
  }

  /** Shows nothing before `ready`. */
  async load(isQuiet: boolean, ready?: Promise<void>): Promise<void> {
    const index: HistoryIndex = { segments: [], isComplete: false }
    this.#index = index
    this.#pass = startPass(isQuiet)
    const onBatch = async (): Promise<void> => {
      if (this.#index !== index) return
      const isFirst = this.#pass.before === Infinity
      if (isFirst) await ready
      void this.#match()
      if (!isFirst) return
      this.#begin()
      await idle(200)
    }
    await loadIndex(index, onBatch, this.#signal)
  }

  setFilter(filter: HistoryFilter): void {
    this.#test = createLineTest(filter)
    this.#pass = startPass(false)
    this.isComplete = false
    void this.#match()
  }

  /** An entry was written. */
  async adopt(order: number): Promise<void> {
    await refreshIndex(this.#index, order)
    this.#insert(order)
    await this.#match()
  }

  countFacets = (): { facets: Facets; count: number }[] => countFacets(this.#index)

  async #match(): Promise<void> {
    const pass = this.#pass
    if (pass.isRunning) return
    pass.isRunning = true
    for (let endsAt = performance.now() + sliceMs; matchNext(this.#index, pass, this.#test);) {
      if (performance.now() < endsAt) continue
      this.#show(pass)
      await scheduler.yield()
      if (pass !== this.#pass || this.#signal.aborted) return
      endsAt = performance.now() + sliceMs
    }
    pass.isRunning = false
    this.isComplete = this.#index.isComplete
    if (this.isComplete) pass.isQuiet = false
    this.#show(pass)
  }

  #show(pass: Pass): void {
    if (pass.isQuiet) return
    this.orders = pass.found
    this.revision += 1
    this.#onChange()
  }

  /** A shown entry stays, also when it passes the filter no more: nothing goes from under the pointer. */
  #insert(order: number): void {
    const { found, before } = this.#pass
    const segment = this.#index.segments.find((one) => one.first <= order)
    const at = segment?.orders.indexOf(order) ?? -1
    // What the pass has not come to yet it will find by itself.
    if (!segment || at < 0 || order < before || !this.#test(segment)(at)) return
    const place = indexOfOrder(found, order)
    if (!place.isFound) found.splice(place.index, 0, order)
  }
}

const startPass = (isQuiet: boolean): Pass => ({ found: [], before: Infinity, isRunning: false, isQuiet })

/** Looks at the next older segment; false when there is none (yet). */
function matchNext(index: HistoryIndex, pass: Pass, test: LineTest): boolean {
  const segment = index.segments.find((one) => one.first < pass.before)
  if (!segment) return false
  for (const order of matchSegment(segment, test)) pass.found.push(order)
  pass.before = segment.first
  return true
}
