// Imported with the type `file`: the path of the file.
declare module '*.gz' {
  const path: string
  export default path
}
