import type { Reader } from '../database/connection.ts'
import { shortDay } from './diff.ts'
import { entries as format, type SectionName, sectionNames } from './format.ts'
import { neededKeys } from './keys.ts'
import { type Row, sections } from './sections.ts'

/** Records come in the order of these members, which tell any two of a section apart. */
const order: Record<SectionName, string[]> = {
  labels: ['name', 'key'],
  genres: ['name', 'key'],
  artists: ['name', 'key'],
  albums: ['title', 'label', 'key'],
  tracks: ['file_path', 'key'],
}

export interface Exported {
  /** The text of the file, in pieces. */
  pieces: Iterable<string>
  /** How many records there are. */
  count: number
  /** Keys that the library does not have, and that the file needs to tell records apart: by section and id. */
  invented: { section: SectionName; id: number; key: string }[]
}

/**
 * Writes the catalogue as a catalogue file: the same text for the same content, whatever the order in which it was made.
 * Only records without keys that are alike in all that the file says of them are taken in the order of their ids.
 * To be called in a snapshot.
 */
export const exportCatalogue = async (read: Reader): Promise<Exported> => {
  const rows = {} as Record<SectionName, Row[]>
  for (const name of sectionNames) rows[name] = await allRows(read, name)
  const keys = keysOf(rows)
  const invented = sectionNames.flatMap((section) =>
    rows[section].flatMap(({ id, key }) => {
      const needed = keys[section].get(id)
      return needed !== undefined && key === null ? [{ section, id, key: needed }] : []
    }),
  )
  const count = sectionNames.reduce((sum, name) => sum + rows[name].length, 0)
  return { pieces: pieces(rows, keys), count, invented }
}

const allRows = async (read: Reader, name: SectionName): Promise<Row[]> => {
  const rows: Row[] = []
  for (let page = await sections[name].page(read, 0); page.length > 0; ) {
    for (const row of page) rows.push(row)
    page = await sections[name].page(read, page.at(-1)?.id ?? 0)
  }
  return rows
}

type Rows = Record<SectionName, Row[]>
type Keys = Record<SectionName, Map<number, string>>
/** What references call the records of a section. */
type Names = Record<SectionName, Map<number, string>>

const keysOf = (rows: Rows): Keys => {
  const referred = referredIds(rows)
  const plain = {} as Names
  const each = sectionNames.map((name) => {
    const { called, identity } = sections[name]
    plain[name] = new Map(rows[name].map((row) => [row.id, String(row[called])]))
    const keyables = rows[name].map((row) => ({
      id: row.id,
      key: row.key,
      // A track is referred to by nothing, and so can't be mistaken for another by its title.
      name: String(row[name === 'tracks' ? 'file_path' : called]),
      identity: identity(row),
      referred: referred[name].has(row.id),
      content: () => lineOf(entryOf(name, row, undefined, plain)),
    }))
    return [name, neededKeys(keyables)]
  })
  return Object.fromEntries(each)
}

const referredIds = (rows: Rows) => {
  const ids = Object.fromEntries(sectionNames.map((name) => [name, new Set()])) as Record<SectionName, Set<unknown>>
  for (const name of sectionNames) {
    for (const [member, target] of Object.entries(sections[name].references)) {
      for (const row of rows[name]) for (const id of [row[member]].flat()) ids[target].add(id)
    }
  }
  return ids
}

function* pieces(rows: Rows, keys: Keys): Generator<string> {
  const names = {} as Names
  yield '{\n  "$schema": "./catalogue.schema.json"'
  for (const name of sectionNames) {
    const { called } = sections[name]
    names[name] = new Map(rows[name].map((row) => [row.id, keys[name].get(row.id) ?? String(row[called])]))
    const entries = rows[name].map((row) => entryOf(name, row, keys[name].get(row.id), names))
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n    '
    for (const entry of entries.sort(by(order[name]))) {
      yield separator + lineOf(entry)
      separator = ',\n    '
    }
    yield entries.length > 0 ? '\n  ]' : ']'
  }
  yield '\n}\n'
}

type Entry = Record<string, unknown>

const entryOf = (name: SectionName, row: Row, key: string | undefined, names: Names) => {
  const { references } = sections[name]
  const entry: Entry = {}
  for (const member of Object.keys(format[name].properties)) {
    const target = references[member]
    const value = member === 'key' ? key : target ? named(names[target], row[member]) : shortDay(row[member])
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue
    entry[member] = value
  }
  return entry
}

const named = (names: Map<number, string>, value: unknown) => {
  if (Array.isArray(value)) return value.map((id) => names.get(id)).sort()
  return typeof value === 'number' ? names.get(value) : undefined
}

const by = (wanted: string[]) => (a: Entry, b: Entry) => {
  for (const member of wanted) {
    const [one, other] = [String(a[member] ?? ''), String(b[member] ?? '')]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

/** A record on one line, so that a change shows as one line too. */
const lineOf = (entry: Entry) =>
  `{ ${Object.entries(entry)
    .map(([member, value]) => `${JSON.stringify(member)}: ${inline(value)}`)
    .join(', ')} }`

const inline = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)
