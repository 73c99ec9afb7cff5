/** A file that is previewed and seeded. */
export interface ChosenFile {
  id: string
  name: string
  /** The bytes as they were when the file was chosen: what is seeded is what was previewed. */
  blob: Blob
}

const workbookName = /\.(?:xls[bmx]?|ods|numbers)$/i

/** The first four bytes of a ZIP archive, which newer workbooks are, and of a file of Excel before 2007. */
const workbookStarts = ['80,75,3,4', '208,207,17,224']

/** Whether a file is a workbook. A table of text may have such a name, too. */
export const isWorkbook = async ({ name, blob }: ChosenFile): Promise<boolean> =>
  workbookName.test(name) && workbookStarts.includes(new Uint8Array(await blob.slice(0, 4).arrayBuffer()).join())

let count = 0

/** Reads a file of the user's computer. */
export const readChosenFile = async (file: File): Promise<ChosenFile> => ({
  id: String(++count),
  name: file.name,
  blob: new Blob([await file.arrayBuffer()]),
})
