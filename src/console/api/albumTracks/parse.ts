import { CsvError } from 'csv-parse/sync'
import { OperationalError, ValidationError } from '../../../base/errors.ts'
import { isVisible } from '../../../base/visibleText.ts'
import { findColumns } from '../../../converters/csv/columns.ts'
import { Table } from '../../../converters/csv/table.ts'
import { lineOfPlace } from '../../../converters/notes.ts'
import { NewTrack } from '../../../resources/track.ts'
import { validateObject } from '../../../validation/validateObject.ts'
import { removeFlags } from '../removeFlags.ts'
import { readClipboard } from './clipboard.ts'
import type { PastedTrack, PastedTracksResult } from './model.ts'
import type { ClipboardRow, NamedRows } from './unnamedColumns.ts'

/** A track, and the line of the pasted text that it was made of. */
export interface PastedRow extends Omit<PastedTrack, 'file_path'> {
  line: number
  disc: string
  /** Undefined if the library makes it. */
  file_path: string | undefined
}

/** What a pasted text has. */
interface PastedTable extends Pick<PastedTracksResult, 'unread_columns' | 'left_out'> {
  rows: PastedRow[]
}

const maxListedProblems = 20

/** @throws ValidationError with these sentences about the member `text`, if there are any */
export const rejectProblems = (sentences: readonly string[]): void => {
  if (sentences.length > 0) throw new ValidationError({ text: sentences.slice(0, maxListedProblems) })
}

const maxRows = 500

/** Longer than all fields of a track. The text is read in one turn of the event loop, and a line of tabs has a column for each. */
const maxLineLength = 5_000

/**
 * Reads rows that were copied from a spreadsheet or a track list, as `import` reads a table. Those with numbers are in the order of these.
 * @throws ValidationError with the lines of what is not understood
 */
export const parsePastedText = (text: string): PastedTable => {
  const long = text.split('\n').findIndex((line) => line.length > maxLineLength)
  if (long >= 0) rejectProblems([`Line ${long + 1} has more than ${maxLineLength} characters.`])
  const { rows, problems, ...others } = readTable(text)
  rejectProblems(problems.map(({ line, name, sentence }) => `Line ${line}, ${name}: ${removeFlags(sentence)}`))
  if (rows.length > maxRows)
    rejectProblems([`The text has ${rows.length} rows. At most ${maxRows} tracks are created at once.`])
  rejectProblems(rows.flatMap(findProblems))
  return { rows: sortByNumber(rows), ...others }
}

const readTable = (text: string) => {
  try {
    const clipboard = readClipboard(text)
    const { header, rows } = withPaths(clipboard)
    const table = new Table('The text', header, undefined, { columns: new Map() })
    for (const { cells, line } of rows) table.add(cells, line)
    const result = table.finish()
    const numbers = readNumbers(clipboard)
    const tracks = result.rows.map(
      ({ place, title, file_path, duration_seconds = null, artists, genres }): PastedRow => {
        const line = lineOfPlace(place) ?? 0
        return {
          ...{ line, position: null, disc: '', ...numbers.get(line), title: normalize(title), duration_seconds },
          file_path: file_path === placeholder(line) ? undefined : file_path.trim(),
          ...{ artists: [...new Set(artists.map(normalize))], genres: [...new Set(genres.map(normalize))] },
        }
      },
    )
    const { position, disc } = findColumns(header, new Map())
    const numbered = [...position, ...disc].map((index) => header[index])
    const unread_columns = result.table.columns.flatMap(({ name, fields }) =>
      fields.length > 0 || numbered.includes(name) ? [] : name,
    )
    return { rows: tracks, problems: result.problems.listed, unread_columns, left_out: clipboard.leftOut }
  } catch (error) {
    if (error instanceof CsvError) throw new ValidationError({ text: ['The text has a quote that is not closed.'] })
    if (error instanceof OperationalError) rejectProblems([removeFlags(error.message)])
    throw error
  }
}

/** Stands for the path that a row does not have. */
const placeholder = (line: number) => `line ${line}`

/** The same with a path in each row, since each row of a table has one. A row may end before it. */
const withPaths = ({ header, rows }: NamedRows): NamedRows => {
  const [own] = findColumns(header, new Map()).path
  const index = own ?? header.length
  const fill = ({ line, cells }: ClipboardRow): ClipboardRow => {
    const before = Array.from({ length: index }, (_, at) => cells[at] ?? '')
    const path = own === undefined ? '' : (cells[own] ?? '')
    const after = cells.slice(own === undefined ? index : index + 1)
    return { line, cells: [...before, path.trim() === '' ? placeholder(line) : path, ...after] }
  }
  return { header: own === undefined ? [...header, 'File path'] : header, rows: rows.map(fill) }
}

/** Reads the number and the disc or side of each row, by its line. */
const readNumbers = ({ header, rows }: NamedRows) => {
  const { position, disc } = findColumns(header, new Map())
  const readCell = (cells: readonly string[], [index = -1]: readonly number[]) =>
    (cells[index] ?? '').trim().replace(/[.):]$/, '')
  return new Map(
    rows.map(({ line, cells }) => [line, { position: readCell(cells, position) || null, disc: readCell(cells, disc) }]),
  )
}

/** Compares numbers in texts as numbers: A2 comes before A10, and A10 before B1. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** Rows of which one has no number, or the number of another one, stay in the order of their lines. */
const sortByNumber = (rows: PastedRow[]): PastedRow[] => {
  const numbers = new Set(rows.map(({ disc, position }) => position && JSON.stringify([disc, position])))
  if (numbers.size < rows.length || numbers.has(null)) return rows
  return rows.toSorted((a, b) => compare(a.disc, b.disc) || compare(a.position ?? '', b.position ?? ''))
}

const normalize = (name: string) => name.trim().normalize('NFC')

/** What the API would say about the fields of a track. */
const findProblems = ({ line, title, file_path = placeholder(line), duration_seconds, ...lists }: PastedRow) => {
  if (![...lists.artists, ...lists.genres].every(isVisible))
    return [`Line ${line}: The name of an artist or a genre has no visible character.`]
  try {
    validateObject(NewTrack, { title, file_path, duration_seconds })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return [`Line ${line}: ${error.message}`]
  }
}
