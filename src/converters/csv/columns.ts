import { OperationalError } from '../../base/errors.ts'
import { keysOf, mapValues } from '../../base/objects.ts'
import { listFirst } from '../../base/words.ts'
import { type FieldName, fields, normalizeName, type RowKind } from './fields.ts'
import type { RecordSection, TableForm } from './forms.ts'

/** The names of columns that the user gives, by field. A field without columns is not read. */
export type ColumnNames = ReadonlyMap<FieldName, readonly string[]>

/** The indexes of the columns of each field. */
export type Columns = Readonly<Record<FieldName, readonly number[]>>

const fieldNames = keysOf(fields)

/** Finds the columns of each field. Those that the user names have precedence. */
export const findColumns = (header: readonly string[], given: ColumnNames): Columns => {
  const normalized = header.map(normalizeName)
  const givenIndexes = new Map(
    [...given].map(([field, names]) => [field, names.flatMap((name) => indexesOf(header, normalized, name))]),
  )
  const used = new Set([...givenIndexes.values()].flat())
  const take = (indexes: ReadonlyMap<string, readonly number[]>, field: FieldName): readonly number[] => {
    for (const name of fields[field].columns) {
      const found = (indexes.get(name) ?? []).filter((index) => !used.has(index))
      if (found.length === 0) continue
      for (const index of found) used.add(index)
      return found
    }
    return []
  }
  const known = indexesByName(header.map(knownName))
  const columns = mapValues(fields, (_, field) => givenIndexes.get(field) ?? take(known, field))
  const withoutBrackets = indexesByName(header.map((name) => knownName(name.replaceAll(bracketed, ' '))))
  return mapValues(columns, (indexes, field) => {
    if (indexes.length > 0 || givenIndexes.has(field)) return indexes
    const found = take(withoutBrackets, field)
    // Which of `Label (US)` and `Label (EU)` is the label is not known.
    return found.length === 1 || fields[field].isList ? found : []
  })
}

const indexesByName = (names: readonly string[]) => Map.groupBy(names.keys(), (index) => names[index] ?? '')

/** What people add to a name, such as `(mm:ss)`. */
const bracketed = /\(.*?\)|\[.*?\]|\{.*?\}/gs

/** The first field that each name is of. */
const fieldsByName = new Map(
  fieldNames.toReversed().flatMap((field) => fields[field].columns.map((name) => [name, field])),
)

const fieldOf = (name: string) => fieldsByName.get(name)

/** The name of a column as `fields` may have it: `Artist 2` is another column of artists, and `Rec. / Album` is one of albums. */
const knownName = (text: string): string => {
  const name = normalizeName(text)
  if (fieldOf(name) !== undefined) return name
  const base = name.replace(/\d+$/, '')
  const field = fieldOf(base)
  if (field !== undefined && fields[field].isList) return base
  const parts = text.split('/').map(normalizeName)
  const [found, ...others] = new Set(parts.flatMap((part) => fieldOf(part) ?? []))
  return (others.length === 0 && parts.find((part) => fieldOf(part) === found)) || name
}

/** A name that is written exactly as in the header is that column alone. */
const indexesOf = (header: readonly string[], normalized: readonly string[], name: string): number[] => {
  const exact = header.flatMap((other, index) => (other === name ? [index] : []))
  if (exact.length > 0) return exact
  return normalized.flatMap((other, index) => (other === normalizeName(name) && other !== '' ? [index] : []))
}

/** The indexes of the columns that have a field. */
export const readIndexes = (columns: Columns): Set<number> => new Set(Object.values(columns).flat())

/** What a table is, and how it is read. */
export interface TableDescription {
  /** The format of a known file, such as `a playlist of Exportify`. */
  format?: string
  /** What the rows are; tracks by default. */
  section?: RecordSection
  /** Whether the file may have all tracks of a library. Without a form, its user knows. */
  isWholeLibrary: boolean
  /** What the rows are taken for, where they have no path or their user says it. */
  rows?: RowKind
  /** Whether the rows may be albums or tracks, which only their user knows. */
  asksForRows?: true
  /** In the order of the file. One without a name is none. */
  columns: readonly TableColumn[]
}

export interface TableColumn {
  name: string
  /** The first values of it, which tell people what it has. */
  values: string[]
  /** What it is read as; a column without fields is not read. */
  fields: FieldName[]
}

export const describeTable = (
  header: readonly string[],
  columns: Columns,
  form: TableForm | undefined,
  rows: RowKind | undefined,
): TableDescription => ({
  ...(form && { format: form.name }),
  ...(rows && { rows }),
  ...(!form && !rows && columns.path.length === 0 && { asksForRows: true }),
  ...(form?.section && { section: form.section }),
  isWholeLibrary: form?.isWholeLibrary ?? true,
  columns: header.flatMap((name, index) =>
    name === '' ? [] : { name, values: [], fields: fieldNames.filter((field) => columns[field].includes(index)) },
  ),
})

/** Known tables may have a hundred columns. */
const maxListedUnread = 20

/** Sentences that say which columns are not read, and then which are. */
export const summarizeTable = ({ format, columns }: TableDescription): string => {
  const used = fieldNames.flatMap((field) =>
    columns.flatMap(({ name, fields }) => (fields.includes(field) ? `${field} = ${name}` : [])),
  )
  const unread = columns.filter(({ fields }) => fields.length === 0)
  const known = format === undefined ? '' : `It is ${format}. `
  const count = `${unread.length} of ${columns.length} columns`
  const names = listFirst(
    unread.map(({ name }) => name),
    maxListedUnread,
  )
  const unused = unread.length === 0 ? '' : `${count} ${unread.length === 1 ? 'is' : 'are'} not read: ${names}. `
  return `${known}${unused}Columns: ${used.join(', ')}.`
}

/** A warning if tracks get no artists though a column seems to have them; undefined otherwise. */
export const warnOfArtists = ({ columns, section }: TableDescription): string | undefined => {
  const candidate = columns.find(({ name }) => /artist/i.test(name))
  const isRead = columns.some(({ fields }) => fields.includes('artists'))
  if (section !== undefined || isRead || candidate === undefined) return
  const quoted = JSON.stringify(candidate.name)
  return `No column is read as the artists of the tracks, though there is ${quoted}. If it has them, say --columns artists=${quoted}.`
}

/** The columns of a table are not enough, or not clear. */
export class WrongColumns extends OperationalError {
  constructor(
    message: string,
    readonly table: TableDescription,
  ) {
    super(message)
  }
}

/**
 * A table that no program is known to have written needs no path: one is made then.
 * @throws WrongColumns when a column is missing, or can't be told apart from another one
 */
export const requireColumns = (
  table: TableDescription,
  columns: Columns,
  { header, given }: { header: readonly string[]; given: ColumnNames },
  name: string,
): void => {
  const found = `The columns of ${name} are ${listNames(header)}.`
  for (const names of given.values()) {
    const missing = names.find((column) => indexesOf(header, header.map(normalizeName), column).length === 0)
    if (missing === undefined) continue
    throw new WrongColumns(`There is no column ${JSON.stringify(missing)}, which --columns names. ${found}`, table)
  }
  const required = table.format === undefined ? (['title'] as const) : (['title', 'path'] as const)
  const missing = table.section === undefined ? required.filter((field) => columns[field].length === 0) : []
  if (missing.length > 0) {
    throw new WrongColumns(
      `No column is known to be the ${missing.join(' or the ')}. ${found} ` +
        `Say which one it is with --columns ${missing.map((field) => `${field}=COLUMN`).join(',')}. The first line has to be the header.`,
      table,
    )
  }
  for (const field of fieldNames) {
    const [first = 0, second] = columns[field]
    if (second === undefined || fields[field].isList) continue
    throw new WrongColumns(
      `Columns ${first + 1} and ${second + 1} are both the ${field}. Rename or delete one of them. ${found}`,
      table,
    )
  }
}

const [maxListedNames, maxNameLength] = [50, 60]

/** The start of a file that is no CSV file may look like a long header. */
const listNames = (header: readonly string[]): string => {
  const names = header.slice(0, maxListedNames).map((name) => JSON.stringify(name.slice(0, maxNameLength)))
  return `${names.join(', ')}${header.length > maxListedNames ? ' …' : ''}`
}
