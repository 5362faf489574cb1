// The suite imports `globSync`, which Node has from 22 on, for a command that is not used here.
const fileSystem = new URL('file-system.mjs', import.meta.url).href

export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? { url: fileSystem, shortCircuit: true }
    : next(specifier, context)
