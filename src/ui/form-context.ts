import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Issue } from '../core/result.ts'
import type { JsonSchema } from '../core/tool.ts'
import type { FindHidden } from './field-value.tsx'

export type FormFacts = {
  idPrefix: string
  root: JsonSchema
  labels: Readonly<Record<string, string>>
  issues: readonly Issue[]
  findHidden: FindHidden
  /** Paths in the order of the page; stored schemas have their keys sorted. */
  order: readonly string[]
  /** Takes the files that the person picks at a path; where it is absent, a file field holds what an agent wrote. */
  onPickFiles?: ((path: string, files: File[]) => void) | undefined
}
export const FormContext = createContext<FormFacts | undefined>(undefined)

export function useForm(): FormFacts {
  const facts = useContext(FormContext)
  if (!facts) throw new Error('Draw inside SchemaForm')
  return facts
}
