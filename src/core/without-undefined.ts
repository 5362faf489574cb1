/** An object without the properties that are undefined: an optional property is there or it is not. */
export const withoutUndefined = <T extends object>(properties: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as T
