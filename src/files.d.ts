// Imported with the type `file`: the path of the file.
declare module '*/THIRD-PARTY-LICENSES.txt' {
  const path: string
  export default path
}

// Imported with the type `file`: the path of the file.
declare module '*.gz' {
  const path: string
  export default path
}

// Imported with the type `file`: the path of the file.
declare module 'swagger-ui-dist/*' {
  const path: string
  export default path
}

// Imported with the type `text`.
declare module '*/page.css' {
  const text: string
  export default text
}
