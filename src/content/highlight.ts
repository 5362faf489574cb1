const frame = { outline: '3px solid #0f766e', outlineOffset: '2px' }

/**
 * Marks elements for the person's eye, one set at a time. An animation that stands still leaves no trace in the
 * document that the page or its styles could trip over.
 */
export function createHighlight(signal: AbortSignal) {
  let marks: Animation[] = []
  const clear = (): void => {
    for (const mark of marks) mark.cancel()
    marks = []
  }
  signal.addEventListener('abort', clear)
  return {
    clear,
    show(elements: readonly HTMLElement[]): void {
      clear()
      marks = elements.map((element) => element.animate([frame, frame], { duration: 1, fill: 'forwards' }))
      elements[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
    },
  }
}
