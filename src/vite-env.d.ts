/** True in development builds only. */
// oxlint-disable-next-line no-underscore-dangle -- as bundlers name what they define
declare const __DEV__: boolean

declare module '*?script&iife' {
  const fileName: string
  export default fileName
}
