// A spreadsheet runs a cell as a formula if it begins with one of these characters. An apostrophe before it makes the cell a text. The
// same is written before a text that begins with apostrophes and one of them, so that each text can be read back.

const formula = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/

/** A text as a cell that no spreadsheet runs. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell that may have been guarded. */
export const removeFormulaGuard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)
