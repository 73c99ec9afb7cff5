import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { collectGarbage } from '../../base/collectGarbage.ts'
import { OperationalError } from '../../base/errors.ts'
import { type DecodedText, decodeText } from '../../seeding/read/encodings.ts'
import { findOther } from '../identify.ts'
import { findForm } from './forms.ts'
import { findHeader, parserOptions, parseStart } from './header.ts'
import { Table, type TableOptions, type TableResult } from './table.ts'

export interface CsvOptions extends TableOptions {
  /** The name of the encoding; found by itself if there is none. */
  encoding?: string
}

/**
 * Reads the rows of a CSV file.
 * @param name - the name of the file in messages
 * @throws OperationalError when the file is no CSV file, or columns are missing
 */
export const readCsv = async (bytes: Uint8Array, name: string, options: CsvOptions): Promise<TableResult> => {
  const other = options.encoding === undefined ? findOther(bytes) : undefined
  if (other) throw new OperationalError(`${name} ${other.sentence}`)
  const { encoding, chunks } = decodeText(bytes, name, options.encoding)
  const iterator = chunks[Symbol.iterator]()
  const { text, separator, names: header, skippedLines } = findHeader(iterator.next().value ?? '', options.columns)
  if (text.trim() === '') throw new OperationalError(`${name} is empty.`)
  if (header.length === 0) throw new OperationalError(`The header of ${name} has a quote that is not closed.`)
  const readSample = () => parseStart(text, separator, sampleRows).slice(1)
  const table = new Table(name, header, findForm(header), options, readSample)
  await readRecords(joinChunks(text, iterator), separator, skippedLines, table)
  const result = table.finish()
  if (encoding === 'windows-1252' && options.encoding === undefined)
    result.notes.push({ place: name, sentence: windows1252 })
  return result
}

/** How many rows tell what the columns have, the header included. */
const sampleRows = 50

const windows1252 = 'The file is not UTF-8, so it is read as Windows-1252. If names look wrong, save it in UTF-8.'

function* joinChunks(first: string, others: Iterator<string>): Generator<string> {
  yield first
  for (let next = others.next(); !next.done; next = others.next()) {
    yield next.value
    collectGarbage()
  }
}

/** Adds the records after the header to a table. */
const readRecords = async (
  chunks: DecodedText['chunks'],
  separator: string,
  skippedLines: number,
  table: Table,
): Promise<void> => {
  let nextLine = skippedLines + 1
  let isHeader = true
  const parser = parse({
    ...parserOptions(separator),
    on_record: (cells: string[], { lines }) => {
      const line = nextLine
      nextLine = skippedLines + lines + 1
      if (!isHeader) table.add(cells, line)
      isHeader = false
      return null
    },
  })
  parser.resume()
  try {
    await pipeline(chunks, parser)
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    table.problems.add({ line: nextLine, column: 1, name: '', sentence: 'The row has a quote that is not closed.' })
  }
}
