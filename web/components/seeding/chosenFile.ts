/** A file that is previewed and seeded. */
export interface ChosenFile {
  id: string
  name: string
  /** The bytes as they were when the file was chosen: what is seeded is what was previewed. */
  blob: Blob
}

let count = 0

/** Reads a file of the user's computer. */
export const readChosenFile = async (file: File): Promise<ChosenFile> => ({
  id: String(++count),
  name: file.name,
  blob: new Blob([await file.arrayBuffer()]),
})
