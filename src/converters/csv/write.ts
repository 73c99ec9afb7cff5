// A spreadsheet runs a cell as a formula if it begins with one of these characters. An apostrophe before it makes the cell a text. The
// same is written before a text that begins with apostrophes and one of them, so that each text can be read back.

const formula = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/

/** A text as a cell that no spreadsheet runs. */
const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell that may have been guarded. */
export const removeFormulaGuard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** Without it, spreadsheets take the file for one in the encoding of the system. */
export const byteOrderMark = '\ufeff'

/** A row of a CSV file (RFC 4180). A value that is missing is an empty cell. */
export const formatCsvRow = (values: readonly unknown[]): string => `${values.map(formatCell).join()}\r\n`

const formatCell = (value: unknown) => {
  const text = guardFormula(String(value ?? ''))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
