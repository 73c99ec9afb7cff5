import { fromKeys } from '../../../../src/base/objects.ts'
import { readLastId } from '../../../../src/catalogue/records.ts'
import { type ResourceName, resourceNames, resources, type Value } from '../../../../src/catalogue/resources.ts'
import type { Database } from '../../../../src/library/database.ts'
import { readState } from '../../random/libraryState.ts'

/** The members of a record, as an entry has them, with ids in place of references. */
export type Members = Record<string, Value>

/** All records of a library, by their ids. */
export type State = Record<ResourceName, Map<number, Members>>

/** An entry of a file, as JSON has it. */
export type FileEntry = Record<string, unknown>

export type RandomFile = Record<ResourceName, FileEntry[]>

/** @param text - that of a catalogue file */
export const fileOf = (text: string): RandomFile => {
  const { $schema, ...sections } = JSON.parse(text)
  return Object.fromEntries(resourceNames.map((name) => [name, sections[name] ?? []])) as RandomFile // all names are there
}

/** What the model knows of a record's member after a seed: what the file said, undefined for nothing, and what the library had. */
export interface Pair {
  file: Value | undefined
  library: Value
}

export interface Base {
  pairs: Map<string, Pair>
  /** The entry with which it was decided that a deleted record stays deleted. */
  keptEntry?: string | undefined
  /** Whether it was decided that the record is not deleted. */
  isDecided?: boolean
}

export type LastSeed = Record<ResourceName, Map<number, Base>>

export interface Like {
  user_id: number
  track_id: number
}

export interface LibraryValues {
  state: State
  likes: Like[]
  /** The highest id that each section has ever had. */
  lastIds: Record<ResourceName, number>
}

export const readValues = async (database: Database): Promise<LibraryValues> => {
  const rows = await readState(database)
  const lastIds = fromKeys(resourceNames, () => 0)
  for (const name of resourceNames) lastIds[name] = await readLastId(database.read, name)
  return {
    state: fromKeys(
      resourceNames,
      (name) => new Map(rows[name].map(({ id, created_at, updated_at, ...members }) => [id, withNormalNames(members)])),
    ),
    likes: rows.likes,
    lastIds,
  }
}

const nameMembers = ['name', 'title']

/** Names that differ only in how their characters are composed are the same. */
export const withNormalNames = <Value>(members: Record<string, Value>): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(members).map(([member, value]) => [
      member,
      nameMembers.includes(member) && typeof value === 'string' ? value.normalize() : value,
    ]),
  )

/** The text that references compare with the names of records. */
export const normalName = (name: ResourceName, text: string): string =>
  nameMembers.includes(resources[name].identity[0]) ? text.normalize() : text

export const emptyBases = (): LastSeed => fromKeys(resourceNames, () => new Map())

export const copyBases = (bases: LastSeed): LastSeed =>
  fromKeys(resourceNames, (name) => {
    const copies = [...bases[name]].map(([id, { pairs, keptEntry, isDecided = false }]): [number, Base] => {
      const copied = [...pairs].map(([member, pair]): [string, Pair] => [member, { ...pair }])
      return [id, { pairs: new Map(copied), keptEntry, isDecided }]
    })
    return new Map(copies)
  })

export const copyState = (state: State): State =>
  fromKeys(resourceNames, (name) => new Map([...state[name]].map(([id, members]) => [id, { ...members }])))

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Replaces an id in a reference or a list of them. @param successor - null for none */
export const replaceId = (value: Value, id: number, successor: number | null): Value => {
  if (value === id) return successor
  if (!Array.isArray(value) || !value.includes(id)) return value
  const ids = value.map((other) => (other === id ? successor : other)).filter((other) => other !== null)
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** The members that a reference of another section may name a record by. */
export const nameIn = (name: ResourceName, record: Record<string, unknown>): string =>
  String(record[resources[name].identity[0]])

/** What identifies a record without a key. */
export const identityIn = (name: ResourceName, record: Record<string, unknown>): string =>
  JSON.stringify(resources[name].identity.map((member) => record[member] ?? null))

/** A day in the form in which it is stored. */
export const asDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00.000000Z` : value
