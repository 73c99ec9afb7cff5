import { fromKeys } from '../../base/objects.ts'
import { type ResourceName, resourceNames, resources, type Value } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { identityOf, nameMembers, nameOf, toNormalForm } from '../entries.ts'
import { entrySchemas } from '../format/catalogueFile.ts'
import { shortDay } from '../report/diff.ts'
import { type Row, readPages } from '../rows.ts'
import { createKeys, createReferences } from './keys.ts'

interface CatalogueExport {
  /** The text of the file. It can be iterated once. */
  chunks: Iterable<string>
  /** The number of records in the file. */
  count: number
  /** The keys in the file that the library does not have. They tell records apart that share a name. */
  generatedKeys: { section: ResourceName; id: number; key: string }[]
}

/**
 * Exports the catalogue as a catalogue file. The text does not depend on ids, so libraries with the same content have the
 * same text. The exception is records without keys whose entries are equal: ids decide which generated key each one gets.
 * Call it in a long snapshot or a write, so that all selects see the same moment.
 */
export const exportCatalogue = async (read: Reader): Promise<CatalogueExport> => {
  const rows = fromKeys(resourceNames, (): Row[] => [])
  for (const name of resourceNames) {
    for await (const page of readPages(read, resources[name])) {
      for (const row of page) rows[name].push(withNormalName(row))
    }
  }
  const keys = createKeysOf(rows)
  const generatedKeys = resourceNames.flatMap((section) =>
    rows[section].flatMap(({ id, key: libraryKey }) => {
      const key = keys[section].get(id)
      return key !== undefined && libraryKey === null ? [{ section, id, key }] : []
    }),
  )
  const count = resourceNames.reduce((sum, name) => sum + rows[name].length, 0)
  return { chunks: chunksOf(rows, keys), count, generatedKeys }
}

/** A seed stores names in normal form, so the file has them so, too. */
const withNormalName = (row: Row): Row => {
  for (const member of nameMembers) {
    const name = row[member]
    if (typeof name === 'string') row[member] = toNormalForm(name)
  }
  return row
}

type Rows = Record<ResourceName, Row[]>

/** Texts of records by section and id. */
type Texts = Record<ResourceName, Map<number, string>>

/** The key of each record in the file. */
const createKeysOf = (rows: Rows): Texts => {
  const referencedIds = referencedIdsOf(rows)
  const names = fromKeys(
    resourceNames,
    (name) => new Map(rows[name].map((row) => [row.id, nameOf(resources[name], row)])),
  )
  return fromKeys(resourceNames, (name) =>
    createKeys(
      rows[name].map((row) => ({
        id: row.id,
        key: row.key,
        name: nameOf(resources[name], row),
        identity: identityOf(resources[name], row),
        isReferenced: referencedIds[name].has(row.id),
        describe: () => lineOf(entryOf(name, row, undefined, (target, id) => names[target].get(id))),
      })),
    ),
  )
}

const referencedIdsOf = (rows: Rows): Record<ResourceName, Set<unknown>> => {
  const ids = fromKeys(resourceNames, () => new Set<unknown>())
  for (const name of resourceNames) {
    for (const [member, target] of Object.entries(resources[name].targets)) {
      for (const row of rows[name]) for (const id of [row[member]].flat()) ids[target].add(id)
    }
  }
  return ids
}

function* chunksOf(rows: Rows, keys: Texts): Generator<string> {
  const references = fromKeys(resourceNames, (name) =>
    createReferences(
      rows[name].map((row) => ({ id: row.id, name: nameOf(resources[name], row) })),
      keys[name],
    ),
  )
  yield* formatCatalogue((name) =>
    rows[name]
      .map((row) => entryOf(name, row, keys[name].get(row.id), (target, id) => references[target].get(id)))
      .sort(compareBy(sortMembers(name))),
  )
}

/** The members by which the entries of a section are sorted. */
const sortMembers = (name: ResourceName): readonly string[] => [...resources[name].identity, 'key']

/** A text of an entry: the entries of a section are in the order of these texts. */
export const sortTextOf = (name: ResourceName, entry: ExportedEntry): string =>
  sortMembers(name)
    .map((member) => String(entry[member] ?? ''))
    .join('\u0000')

/** Yields the text of a catalogue file, one entry on each line. @param entriesOf - the entries of a section, sorted */
export function* formatCatalogue(entriesOf: (name: ResourceName) => Iterable<ExportedEntry>): Generator<string> {
  yield '{\n  "$schema": "./catalogue.schema.json"'
  for (const name of resourceNames) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = ''
    for (const entry of entriesOf(name)) {
      yield `${separator}\n    ${lineOf(entry)}`
      separator = ','
    }
    yield separator === '' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

export type ExportedEntry = Record<string, unknown>

/** The text with which a reference names a record. */
type TextOf = (target: ResourceName, id: number) => string | undefined

/** The entry of a record. Members without a value are left out. */
export const entryOf = (
  name: ResourceName,
  row: Row,
  key: string | null | undefined,
  textOf: TextOf,
): ExportedEntry => {
  const { targets } = resources[name]
  const entry: ExportedEntry = {}
  for (const member of Object.keys(entrySchemas[name].properties)) {
    const target = targets[member]
    const value =
      member === 'key' ? key : target ? toTexts((id) => textOf(target, id), row[member]) : shortDay(row[member])
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue
    entry[member] = value
  }
  return entry
}

const toTexts = (textOf: (id: number) => string | undefined, value: Value | undefined): unknown => {
  if (Array.isArray(value)) return value.map(textOf).sort()
  return typeof value === 'number' ? textOf(value) : undefined
}

/** Orders entries by the texts of these members, of which the first have precedence. An absent member comes first. */
const compareBy = (members: readonly string[]) => (a: ExportedEntry, b: ExportedEntry) => {
  for (const member of members) {
    const [textA, textB] = [String(a[member] ?? ''), String(b[member] ?? '')]
    if (textA !== textB) return textA < textB ? -1 : 1
  }
  return 0
}

/** An entry on one line, so that a line-based diff of two exports shows the records that differ. */
export const lineOf = (entry: ExportedEntry): string =>
  `{ ${Object.entries(entry)
    .map(([member, value]) => `${JSON.stringify(member)}: ${formatValue(value)}`)
    .join(', ')} }`

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)
