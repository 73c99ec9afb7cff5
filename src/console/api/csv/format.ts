/** Without it, spreadsheets take the file for one in the encoding of the system. */
export const byteOrderMark = '\ufeff'

/** A row of a CSV file (RFC 4180). A value that is missing is an empty cell. */
export const formatCsvRow = (values: readonly unknown[]): string => `${values.map(formatCell).join()}\r\n`

const formatCell = (value: unknown) => {
  const text = guardFormula(String(value ?? ''))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A text as a cell that no spreadsheet runs as a formula: with an apostrophe before it, which makes the cell a text. So has a text that begins
 * with apostrophes and a formula, so that `import` reads each text back.
 */
const guardFormula = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Several values in one cell, as `import` takes them apart. The space keeps a backslash at the end of a value from the separator. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(';', '\\;').replace(/\\$/, '\\ ')).join('; ')
