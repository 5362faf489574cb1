/** A form's own property, also where one of its fields has that name and stands in its place. */
export const formProperty = <K extends keyof HTMLFormElement & string>(
  form: HTMLFormElement,
  name: K,
): HTMLFormElement[K] => Reflect.get(HTMLFormElement.prototype, name, form) as HTMLFormElement[K]
