import { fromKeys } from '../../../../src/base/objects.ts'
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

export interface LibraryValues {
  state: State
  likes: { user_id: number; track_id: number }[]
}

export const readValues = async (database: Database): Promise<LibraryValues> => {
  const { likes, ...rows } = await readState(database)
  const toRecords = (name: ResourceName) =>
    rows[name].map(({ id, created_at, updated_at, ...members }): [number, Members] => [id, withNormalNames(members)])
  return { state: fromKeys(resourceNames, (name) => new Map(toRecords(name))), likes }
}

/** Names that differ only in how their characters are composed are the same. */
const withNormalNames = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([member, value]) => [
      member,
      ['name', 'title'].includes(member) && typeof value === 'string' ? value.normalize() : value,
    ]),
  )

/** What an entry or a record is called, such as the path of a track. */
export const nameIn = (name: ResourceName, record: Record<string, unknown>): string =>
  String(record[resources[name].identity[0]])
