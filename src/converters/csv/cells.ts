import type { AddRowNote } from '../notes.ts'

// What the text of a cell says.

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
        (match, name?: string, letter?: string, mark?: string, decimal?: string, hex?: string) => {
          if (name !== undefined) return entityNames[name.toLowerCase()] ?? match
          if (letter !== undefined) return (letter + entityMarks[mark?.toLowerCase() ?? '']).normalize('NFC')
          const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
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

/** Separates several values in one text of beets, which shows NUL so. No name contains it. */
const beetsSeparator = '\\␀'

/** Several values in one cell. An empty separator keeps the cell as one value. A backslash before a separator makes it a part of a value. */
export const splitList = (text: string, separator: string): string[] =>
  text
    .split(beetsSeparator)
    .flatMap((part) => (separator === '' ? [part] : splitUnescaped(part, separator)))
    .map((item) => item.trim())
    .filter((item) => item !== '')

const splitUnescaped = (text: string, separator: string): string[] => {
  const items: string[] = []
  for (const part of text.split(separator)) {
    const last = items.at(-1)
    if (last?.endsWith('\\')) items[items.length - 1] = `${last.slice(0, -1)}${separator}${part}`
    else items.push(part)
  }
  return items
}

/** What another program has, as a cell. `splitList` reads several values with any separator. */
export const toCell = (value: unknown): string => {
  if (Array.isArray(value)) return joinValues(value.map(toCell))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const joinValues = (values: readonly string[]): string => values.join(beetsSeparator)

/** A path, decoded if it is a `file:` URL. */
export const parsePath = (text: string): string | undefined => {
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(text)?.[1]
  if (path === undefined) return text
  try {
    // A drive follows a slash: file:///C:/Music.
    return decodeURIComponent(path).replace(/^\/(?=[A-Za-z]:\/)/, '')
  } catch {
    return
  }
}

/** A path without the folder that it starts with, with slashes; undefined if it starts with another one. */
export const removeRoot = (path: string, root: string): string | undefined => {
  const isWindows = windowsPath.test(root)
  const toPath = (text: string) => (isWindows ? text.replaceAll('\\', '/') : text)
  const [given, folder] = [toPath(path), toPath(root).replace(/[/\\]+$/, '')]
  // Windows does not tell capitals and small letters apart.
  const fold = (text: string) => (isWindows ? text.toLowerCase() : text)
  if (!fold(given).startsWith(fold(folder))) return
  return /^[/\\]+(.+)$/s.exec(given.slice(folder.length))?.[1]
}

/** A drive, or a folder of another machine. */
const windowsPath = /^(?:[A-Za-z]:|\\\\)/

/** Joins a folder and the name of a file in it; returns the path as it is if it has the name already. */
export const joinFileName = (path: string, name: string): string => {
  const isFolder = /[/\\]$/.test(path) || (extension.test(name) && !extension.test(path))
  if (!isFolder) return path
  const separator = path.includes('\\') && !path.includes('/') ? '\\' : '/'
  return path.replace(/[/\\]*$/, separator) + name
}

const extension = /\.\w{1,5}$/
