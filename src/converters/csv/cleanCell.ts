import type { AddRowNote } from '../notes.ts'

const entityNames: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The marks that entities such as `&eacute;` put on a letter. */
const entityMarks: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
}

const entity = new RegExp(
  `&(?:(${Object.keys(entityNames).join('|')})|([a-z])(${Object.keys(entityMarks).join('|')})|#(\\d{1,7})|#x([\\da-f]{1,6}));`,
  'gi',
)

/** Decodes what HTML writes for characters, such as `&amp;`. */
const decodeEntities = (text: string): string =>
  // Most texts with an & have none.
  !/&[#a-z]\w*;/i.test(text)
    ? text
    : text.replaceAll(
        entity,
        (whole, name?: string, letter?: string, mark?: string, decimal?: string, hex?: string) => {
          if (name !== undefined) return entityNames[name.toLowerCase()] ?? whole
          if (letter !== undefined) return (letter + entityMarks[mark?.toLowerCase() ?? '']).normalize('NFC')
          const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )

/** What programs write for a value that is missing. */
const missingValues: ReadonlySet<string> = new Set(['NULL', 'null', '\\N', 'nan', 'NaN', '<NA>'])

/** Of a cell with one of them, and spaces. */
const maxMissingLength = 8

/** What may be meant so, or be a name. */
const possiblyMissingValues: ReadonlySet<string> = new Set(['N/A', 'n/a', 'None', 'none'])

/** What a spreadsheet would run as a formula, after the apostrophe that makes it a text. */
const guarded = /^'+[=+\-@\t\r]/

/** The text of a cell without the apostrophe that the CSV files of the console have before what looks like a formula. */
export const removeFormulaGuard = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/**
 * The text of a cell as it was before a program wrote it: without entities of HTML, and empty where a value is missing.
 * @param isTitle - there are songs of the names that stand for a missing value
 */
export const cleanCell = (cell: string, isTitle: boolean, addNote: AddRowNote): string => {
  const value = cell.length <= maxMissingLength ? cell.trim() : ''
  if (!isTitle && missingValues.has(value)) {
    addNote(`${JSON.stringify(value)} is read as an empty cell.`)
    return ''
  }
  if (!isTitle && possiblyMissingValues.has(value))
    addNote(`${JSON.stringify(value)} is read as a name. If it means that there is none, empty these cells.`)
  const text = cell.includes('&') ? decodeEntities(cell) : cell
  if (text !== cell)
    addNote(`${JSON.stringify(cell.trim())} is HTML, and is read as ${JSON.stringify(text.trim())}.`, 'HTML')
  return text
}
