import { parse } from 'csv-parse/sync'
import { findColumns, readIndexes } from '../../../converters/csv/columns.ts'
import { findHeader, parserOptions } from '../../../converters/csv/header.ts'
import { parseLines } from './trackLines.ts'
import { type ClipboardRow, type NamedRows, nameColumns } from './unnamedColumns.ts'

// What people copy, as a table: rows of a spreadsheet, the track lists of Discogs and Wikipedia, or one track on each line.

export interface Clipboard extends NamedRows {
  /** The texts of rows that are no tracks: sums of lengths, and headings of sides and discs. */
  leftOut: string[]
}

/** @throws CsvError for a quote that is not closed */
export const readClipboard = (pasted: string): Clipboard => {
  const lines = pasted.split(/\r\n?|\n/)
  const leftOut = lines.map(textOf).filter(isNoTrack)
  const text = lines.map((line) => (isNoTrack(textOf(line)) ? '' : line)).join('\n')
  return { ...readRows(text), leftOut }
}

const readRows = (text: string): NamedRows => {
  const { separator, names, skippedLines, text: table } = findHeader(text, new Map())
  const isNamed = isHeader(names, separator)
  if (isNamed && separator !== '\t') return withoutHeader(names, parseRows(table, separator, skippedLines))
  const unquoted = removeTitleQuotes(text)
  if (!unquoted.includes('\t')) return parseLines(unquoted.split('\n'))
  const rows = parseRows(unquoted, '\t')
  return isNamed ? withoutHeader(names, rows) : nameColumns(rows)
}

/** A title may be a word that names a column: only with other columns it is a header. */
const isHeader = (names: readonly string[], separator: string): boolean => {
  const columns = findColumns(names, new Map())
  if (columns.title.length === 0) return false
  return readIndexes(columns).size > 1 || (separator === '\t' && names.length > 1 && !/\d/.test(names.join()))
}

const parseRows = (text: string, separator: string, skippedLines = 0): ClipboardRow[] => {
  const records = parse(text, { ...parserOptions(separator), info: true }) as unknown as {
    info: { lines: number }
    record: string[]
  }[] // its type knows no `info`
  return records
    .map(({ info, record: cells }) => ({ line: skippedLines + info.lines, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** The header comes again where a list has parts, such as sides. */
const withoutHeader = (header: string[], rows: ClipboardRow[]): NamedRows => {
  const isHeaderAgain = ({ cells }: ClipboardRow) => header.every((name, index) => cells[index]?.trim() === name)
  return { header, rows: rows.filter((row) => !isHeaderAgain(row)) }
}

/** The cells of a line as one text. */
const textOf = (line: string): string => line.replaceAll(/[\s,;|]+/g, ' ').trim()

const totalForm =
  /^(?:(?:total|gesamt)[ -]?(?:length|(?:running |playing )?time|duration|länge|dauer|zeit|spielzeit|laufzeit)?|durée totale|duración total|durata totale|totale (?:speel)?duur)\s?:?\s?\d+:\d\d(?::\d\d)?$/i

const headingForm =
  /^(?:side|seite|face|lado|lato|kant|dis[ck]|disque|disco|cd|lp)\s(?:\d{1,2}|[a-z]|one|two|three|four|eins|zwei|drei|vier):?$/i

const isNoTrack = (text: string): boolean => totalForm.test(text) || headingForm.test(text)

const quotedTitle = /(^|\t|^\S+ ) *["“„]([^"“”„\t\n]+)["”“] */m

/** Wikipedia has each title in quotes. A spreadsheet has only those cells in quotes that need them, and doubles a quote in them. */
const removeTitleQuotes = (text: string): string => {
  const [first, ...others] = text.split('\n').filter((line) => line.trim() !== '')
  const titles = others.filter((line) => line !== first)
  const isQuoted = (titles.length > 0 ? titles : [first ?? '']).every((line) => quotedTitle.test(line))
  if (!isQuoted || text.includes('""')) return text
  return text.replaceAll(new RegExp(quotedTitle, 'gm'), '$1$2 ')
}
