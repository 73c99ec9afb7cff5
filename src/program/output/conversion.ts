import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import type { ConvertedFile } from '../../converters/convertFile.ts'
import { summarizeTable } from '../../converters/csv/columns.ts'
import type { Note } from '../../converters/notes.ts'

const maxListedNotes = 100

/** Prints what was left out or decided. */
export const printNotes = (notes: readonly Note[]): void => {
  for (const { place, sentence } of notes.slice(0, maxListedNotes))
    console.error(escapeControls(`${place} ${sentence}`))
  if (notes.length > maxListedNotes) console.error(`… and ${notes.length - maxListedNotes} more.`)
}

/** Prints how the columns of a file were read, and what was made of it. */
export const printConversion = (file: string, { notes, rowCount, table }: ConvertedFile): void => {
  const count = formatCount(rowCount, table.section ?? 'tracks')
  console.error(escapeControls(`Read ${count} from ${file}. ${summarizeTable(table)}`))
  printNotes(notes)
}

/** Prints how the columns of a file were read whose rows have problems. */
export const printTableSummary = ({ table }: Pick<ConvertedFile, 'table'>): void =>
  console.error(escapeControls(summarizeTable(table)))
