export * from 'node:fs'
export const globSync = () => {
  throw new Error('Needs Node 22')
}
