import { decodeUtf8 } from '../seeding/read/identifyFormat.ts'
import { type BuiltCatalogue, buildCatalogue, buildRecords } from './buildCatalogue.ts'
import { type Corrections, correctRows } from './corrections.ts'
import type { TableDescription } from './csv/columns.ts'
import { InvalidTable } from './csv/problems.ts'
import { type CsvOptions, readCsv } from './csv/readCsv.ts'
import type { TableResult } from './csv/table.ts'
import { identifyFile } from './identify.ts'
import { readJson } from './json/readJson.ts'
import type { Note } from './notes.ts'
import { readBeets } from './readBeets.ts'
import { readXml } from './xml/readXml.ts'

/** A catalogue that was made of a file of another kind. */
export interface ConvertedFile extends Pick<BuiltCatalogue, 'chunks' | 'lineOf'> {
  /** How many rows the file has. */
  rowCount: number
  table: TableDescription
  /** What was left out or decided, in the order of the file. */
  notes: Note[]
}

/**
 * Makes a catalogue of a table, or of the library of another program.
 * @param name - the name of the file in messages
 * @throws InvalidTable; WrongColumns; OperationalError when the file is of no kind that is known
 */
export const convertFile = async (
  bytes: Uint8Array,
  name: string,
  { corrections, ...options }: CsvOptions & { corrections?: Corrections | undefined },
): Promise<ConvertedFile> => {
  const result = await readTable(bytes, name, options)
  const { storedRows, rowCount, records, table, problems } = result
  if (problems.count > 0) throw new InvalidTable(result)
  const { chunks, notes, lineOf } = records
    ? buildRecords(records.section, records.rows)
    : buildCatalogue(corrections ? correctRows(corrections, storedRows) : storedRows)
  return { chunks, lineOf, table, rowCount, notes: [...result.notes, ...notes] }
}

const readTable = async (bytes: Uint8Array, name: string, options: CsvOptions): Promise<TableResult> => {
  const kind = identifyFile(bytes)
  if (kind.name === 'xml') return readXml(bytes, name, kind.form, options)
  if (kind.name === 'database') return readBeets(bytes, name, options)
  if (kind.name === 'array') return readJson(await decodeUtf8(bytes, name, 'FILE'), name, options)
  return readCsv(bytes, name, options)
}
