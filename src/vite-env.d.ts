/** True in development builds only. */
declare const __DEV__: boolean

declare module '*?script&iife' {
  const fileName: string
  export default fileName
}
