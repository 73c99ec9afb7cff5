import { parse } from 'csv-parse/sync'
import { OperationalError } from '../../base/errors.ts'
import { type ColumnNames, findColumns, readIndexes } from './columns.ts'

interface Header {
  separator: string
  /** The names of the columns; none if the first row has no end. */
  names: string[]
  /** The number of lines before the header. */
  skippedLines: number
  /** The rest of the text, which starts with the header. */
  text: string
}

const separators = [',', ';', '\t', '|']

/**
 * Finds the separator and the header at the start of a file: the separator that gives the most known columns, and of
 * several the one that gives the most columns. A line `sep=;` before the header, which Excel writes, names it.
 * @throws OperationalError if another program has saved this line as a row of the table
 */
export const findHeader = (start: string, given: ColumnNames): Header => {
  const saved = /^\n*("?sep=.\S+)\n/i.exec(start)?.[1]
  if (saved !== undefined && /^"?sep=(.)"?[,;\t|]*$/i.test(saved) && !/^"sep=."$/i.test(saved))
    throw new OperationalError(
      `The first line is ${JSON.stringify(saved)}: a program has saved the line that names the separator as a row. Delete this line.`,
    )
  const [skipped = '', named] = /^\n*(?:"?sep=(.)"?\n\n*)?/i.exec(start) ?? []
  const text = start.slice(skipped.length)
  const headers = (named === undefined ? separators : [named]).map((separator) => {
    const names = parseHeader(text, separator)
    return { separator, names, recognized: readIndexes(findColumns(names, given)).size }
  })
  headers.sort((a, b) => b.recognized - a.recognized || b.names.length - a.names.length)
  const { separator, names } = headers[0] ?? { separator: ',', names: [] }
  return { separator, names, skippedLines: skipped.split('\n').length - 1, text }
}

const parseHeader = (text: string, separator: string): string[] => {
  const [names = []] = parseStart(text, separator, 1)
  return names.map((name) => name.trim())
}

/** The first rows of a text, the header included; none if a quote in them is not closed. */
export const parseStart = (text: string, separator: string, count: number): string[][] => {
  try {
    return parse(text, { ...parserOptions(separator), to: count })
  } catch {
    return []
  }
}

/** Quotes inside a cell, such as that of `12" Mix`, are part of it. */
export const parserOptions = (separator: string) => ({
  delimiter: separator,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  // A tab that separates cells must not be trimmed.
  ltrim: separator !== '\t',
})
