import { slugOf } from './form-names.ts'

/** What a form says of itself as a tool, in either spelling. */
export function declarationOf(
  form: HTMLFormElement,
): { name: string; title: string; description?: string } | undefined {
  const name = (form.getAttribute('toolname') ?? form.getAttribute('data-tool') ?? '').trim()
  if (name === '') return undefined
  const description = (
    form.getAttribute('tooldescription') ??
    form.getAttribute('data-tool-description') ??
    ''
  ).trim()
  const isValid = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(name) && name.length <= 100
  return {
    name: isValid ? name : slugOf(name) || 'form',
    title: name,
    ...(description ? { description } : {}),
  }
}

/** What a field of a declared form says of itself. */
export function declaredFieldOf(element: Element): { title?: string; description?: string } {
  const title = element.getAttribute('toolparamtitle') ?? element.getAttribute('data-tool-param-title')
  const description =
    element.getAttribute('toolparamdescription') ?? element.getAttribute('data-tool-param-description')
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) }
}
