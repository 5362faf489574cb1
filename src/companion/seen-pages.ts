import type { SharedPage } from '../protocol/agent-link.ts'

type SeenTool = { name: string; hints: { readOnly?: boolean } }

const maxPages = 500

/** What earlier lists said: which browser a page is in, and which of its tools only read. */
export class SeenPages {
  readonly #pages = new Map<string, { browserKey?: string; readOnlyTools: Set<string> }>()

  note(pages: SharedPage[], browserKey: string): void {
    for (const { page, tools } of pages) {
      this.#entry(page).browserKey = browserKey
      if (tools !== undefined) this.noteTools(page, tools)
    }
  }

  noteTools(page: string, tools: SeenTool[]): void {
    const { readOnlyTools } = this.#entry(page)
    for (const { name, hints } of tools) {
      if (hints.readOnly === true) readOnlyTools.add(name)
      else readOnlyTools.delete(name)
    }
  }

  browserOf(page: string): string | undefined {
    return this.#pages.get(page)?.browserKey
  }

  isReadOnly(page: string, tool: string): boolean {
    return this.#pages.get(page)?.readOnlyTools.has(tool) ?? false
  }

  #entry(page: string): { browserKey?: string; readOnlyTools: Set<string> } {
    const entry = this.#pages.get(page) ?? { readOnlyTools: new Set<string>() }
    this.#pages.set(page, entry)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break
      this.#pages.delete(oldest)
    }
    return entry
  }
}
