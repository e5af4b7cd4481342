/** Files that are part of the program: imported with `type: 'file'`, they are paths, also in the packed program. */
declare module '*.wasm' {
  const path: string
  export default path
}
declare module '*.data' {
  const path: string
  export default path
}
declare module '*.zst' {
  const path: string
  export default path
}
declare module '*/standalone.js' {
  const path: string
  export default path
}
