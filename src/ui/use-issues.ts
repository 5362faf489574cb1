import { useEffect, useMemo, useState } from 'preact/hooks'
import { findAtPath } from '../core/dot-path.ts'
import type { Issue } from '../core/result.ts'
import { createSchemaCheck } from '../core/schema-validation.ts'
import type { JsonSchema } from '../core/tool.ts'
import { placeholder, type FindHidden } from './field-value.tsx'

/**
 * What the schema finds wrong with a value, a moment after each change. A placeholder is no fault: the page puts the
 * real value back.
 */
export function useIssues(schema: JsonSchema, value: unknown, findHidden?: FindHidden): Issue[] {
  const check = useMemo(() => createSchemaCheck(schema, () => undefined), [schema])
  const [issues, setIssues] = useState<Issue[]>([])
  useEffect(() => {
    let isCurrent = true
    void check.validate(value).then((validation) => {
      if (!isCurrent) return
      const found = 'issues' in validation ? validation.issues : []
      setIssues(found.filter(({ path }) => findAtPath(value, path) !== placeholder || !findHidden?.(path)))
    })
    return () => {
      isCurrent = false
    }
  }, [check, value, findHidden])
  return issues
}
