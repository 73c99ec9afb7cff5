// Imported with the type `file`: the path of the file.
declare module '*/THIRD-PARTY-LICENSES.txt' {
  const path: string
  export default path
}
