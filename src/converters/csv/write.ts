import { guardFormula } from './formulas.ts'

/** Without it, spreadsheets take the file for one in the encoding of the system. */
export const byteOrderMark = '\ufeff'

/** A row of a CSV file (RFC 4180). A value that is missing is an empty cell. */
export const formatCsvRow = (values: readonly unknown[]): string => `${values.map(formatCell).join()}\r\n`

const formatCell = (value: unknown) => {
  const text = guardFormula(String(value ?? ''))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
