// Files that are imported with the type `file`: the path of the file.
declare module '*/THIRD-PARTY-LICENSES.txt' {
  const path: string
  export default path
}
declare module '*.wasm' {
  const path: string
  export default path
}
declare module '*.br' {
  const path: string
  export default path
}
declare module '*.gz' {
  const path: string
  export default path
}
declare module 'swagger-ui-dist/*' {
  const path: string
  export default path
}

// Files that are imported with the type `text`: their text.
declare module '*/viewer.css' {
  const text: string
  export default text
}
declare module '*/viewer.js' {
  const text: string
  export default text
}
