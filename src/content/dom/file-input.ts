import { isInput } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { fire, fireChange } from './page-events.ts'

export const fileDriver: ControlDriver = {
  read: (control) => {
    const files = isInput(control.element) ? [...(control.element.files ?? [])] : []
    return files.length === 0 ? null : files
  },
  write: (control, wanted) => {
    const input = control.element
    if (!isInput(input)) return 'not_found'
    const transfer = new DataTransfer()
    for (const file of Array.isArray(wanted) ? wanted : []) if (file instanceof File) transfer.items.add(file)
    input.files = transfer.files
    fire(input, new Event('input', { bubbles: true, composed: true }))
    fireChange(input)
    return undefined
  },
}

/** What is shown and kept of a file. */
export const fileFacts = (file: File): { file: { name: string; size: number; type: string } } => ({
  file: { name: file.name, size: file.size, type: file.type },
})
