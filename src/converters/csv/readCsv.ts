import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { OperationalError } from '../../base/errors.ts'
import { collectGarbage } from '../../seeding/collectGarbage.ts'
import { fillAlbumArtists } from '../fillAlbumArtists.ts'
import { FoldedNotes, type Note } from '../notes.ts'
import type { AlbumRow, TrackRow } from '../trackRow.ts'
import { type ColumnNames, type Columns, describeColumns, findColumns, requireColumns } from './columns.ts'
import { type DecodedText, decodeCsv } from './decode.ts'
import type { FieldName } from './fields.ts'
import type { TableForm } from './forms/form.ts'
import { findForm } from './forms/forms.ts'
import { findHeader, parserOptions } from './header.ts'
import { CsvProblems, type RowOptions, RowReader } from './rowReader.ts'

export interface CsvOptions extends RowOptions {
  columns: ColumnNames
  /** The name of the encoding; found by itself if there is none. */
  encoding?: string
}

export interface CsvResult {
  /** The rows. They are complete if there are no problems. */
  rows: TrackRow[]
  problems: CsvProblems
  notes: Note[]
  /** A line that says which columns were read. */
  summary: string
}

/**
 * Reads the rows of a CSV file.
 * @param name - the name of the file in messages
 * @throws OperationalError when the file is no CSV file, or columns are missing
 */
export const readCsv = async (bytes: Uint8Array, name: string, options: CsvOptions): Promise<CsvResult> => {
  const { encoding, chunks } = decodeCsv(bytes, name, options.encoding)
  const iterator = chunks[Symbol.iterator]()
  const { text, separator, names: header, skippedLines } = findHeader(iterator.next().value ?? '', options.columns)
  if (text.trim() === '') throw new OperationalError(`${name} is empty.`)
  if (header.length === 0) throw new OperationalError(`The header of ${name} has a quote that is not closed.`)
  const form = findForm(header)
  const named = new Map([...columnsOf(form), ...options.columns])
  const columns = findColumns(header, named)
  requireColumns(header, columns, named, name)

  const problems = new CsvProblems()
  const folded = new FoldedNotes()
  const reader = new RowReader({ ...options, name, form, header, columns, problems, notes: folded })
  const rows: TrackRow[] = []
  await readRecords(joinChunks(text, iterator), separator, skippedLines, {
    onRecord: (cells, line) => {
      const row = reader.read(cells, line)
      if (row && problems.count === 0) rows.push(row)
    },
    onUnclosedQuote: (line) =>
      problems.add({ line, column: 1, name: '', sentence: 'The row has a quote that is not closed.' }),
  })
  reader.requirePaths()
  if (problems.count === 0) requireRows(rows, reader, name, options.root)
  const notes: Note[] = []
  folded.addTo((place, sentence) => notes.push({ place, sentence }))
  if (encoding === 'windows-1252' && options.encoding === undefined) notes.push({ place: name, sentence: windows1252 })
  return { rows: fillAlbumArtists(rows, fillAlbum), problems, notes, summary: summarize(form, header, columns) }
}

/** The columns of a form, as a user would name them. */
const columnsOf = (form: TableForm | undefined): [FieldName, string[]][] =>
  Object.entries(form?.columns ?? {}).map(([field, column]) => [field as FieldName, [column]]) // Its keys are fields.

const summarize = (form: TableForm | undefined, header: readonly string[], columns: Columns) =>
  `${form ? `It is ${form.name}. ` : ''}${describeColumns(header, columns, form !== undefined)}`

/** The album is also found as earlier versions have seeded it, by its title alone. */
const fillAlbum = (album: AlbumRow, artist: string): AlbumRow => ({ ...album, artist, former: { title: album.title } })

const windows1252 = 'The file is not UTF-8, so it is read as Windows-1252. If names look wrong, save it in UTF-8.'

const requireRows = (rows: readonly TrackRow[], reader: RowReader, name: string, root: string | undefined): void => {
  const [first] = rows
  if (!first) throw new OperationalError(`${name} has a header and no tracks.`)
  if (root === undefined || reader.pathsInRoot > 0) return
  throw new OperationalError(`No path is in ${root}, which --root names. The first path is ${first.file_path}`)
}

function* joinChunks(first: string, others: Iterator<string>): Generator<string> {
  yield first
  for (let next = others.next(); !next.done; next = others.next()) {
    yield next.value
    collectGarbage()
  }
}

interface RecordHandlers {
  /** @param line - the line on which the record starts */
  onRecord: (cells: readonly string[], line: number) => void
  /** Called at the end of the text if a quote was not closed. */
  onUnclosedQuote: (line: number) => void
}

/** Reads the records after the header. */
const readRecords = async (
  chunks: DecodedText['chunks'],
  separator: string,
  skippedLines: number,
  { onRecord, onUnclosedQuote }: RecordHandlers,
): Promise<void> => {
  let nextLine = skippedLines + 1
  let isHeader = true
  const parser = parse({
    ...parserOptions(separator),
    on_record: (cells: string[], { lines }) => {
      const line = nextLine
      nextLine = skippedLines + lines + 1
      if (!isHeader) onRecord(cells, line)
      isHeader = false
      return null
    },
  })
  parser.resume()
  try {
    await pipeline(chunks, parser)
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    onUnclosedQuote(nextLine)
  }
}
