import { escapeControls } from '../../base/escaping.ts'
import type { CsvProblems } from '../../converters/csv/problems.ts'
import type { Note } from '../../converters/notes.ts'

const maxListedNotes = 100

/** Prints problems as `file:line:column (name) sentence`. */
export const printCsvProblems = (file: string, { listed, count }: CsvProblems): void => {
  for (const { line, column, name, sentence } of listed) {
    const parts = [`${file}:${line}:${column}`, name && `(${name})`, sentence]
    console.error(escapeControls(parts.filter((part) => part !== '').join(' ')))
  }
  if (count > listed.length) console.error(`… and ${count - listed.length} more.`)
}

/** Prints what was left out or decided. */
export const printNotes = (notes: readonly Note[]): void => {
  for (const { place, sentence } of notes.slice(0, maxListedNotes))
    console.error(escapeControls(`${place} ${sentence}`))
  if (notes.length > maxListedNotes) console.error(`… and ${notes.length - maxListedNotes} more.`)
}
