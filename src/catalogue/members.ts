import { mapValues } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { prepared, withId } from '../library/prepared.ts'
import type { Reference } from '../library/references.ts'
import { type Relation, type Resource, type ResourceName, resources, tableColumns } from './resources.ts'

/** What a record can be changed in, under the names of a request body: its own columns, and the ids of related records. */
export type Members = Record<string, unknown>

const selects = mapValues(resources, ({ table }: Resource) => {
  const { id, key, created_at, updated_at, ...columns } = tableColumns(table)
  return prepared((on) => on.select(columns).from(table).where(withId(table)).prepare())
})

/** The relation whose ids a body has under a name; undefined for the name of a column. */
export const relationOf = (name: ResourceName, ids: string): Relation | undefined =>
  Object.values(resources[name].relations).find((relation) => relation.ids === ids)

/** Whether a body changes related records. Reading their ids takes four times as long as reading the columns. */
export const hasIds = (name: ResourceName, body: object): boolean =>
  Object.values(resources[name].relations).some(({ ids }) => ids in body)

/** Reads the members of a record without the ids of related records; an empty object if there is none. */
export const readMembers = async (read: Reader, name: ResourceName, id: number): Promise<Members> =>
  (await selects[name](read).get({ id })) ?? {}

/** The members of a record that a write has returned. */
export const membersOf = (name: ResourceName, record: Readonly<Members>, withIds: boolean): Members => {
  const { fields, relations } = resources[name]
  const members: Members = {}
  for (const field of Object.keys(fields)) members[field] = record[field]
  if (!withIds) return members
  for (const [member, { ids }] of Object.entries(relations)) {
    // A write returns the related records of each relation.
    members[ids] = (record[member] as { id: number }[]).map(({ id }) => id)
  }
  return members
}

/** The ids in a value of a relation's member. */
export const relatedIds = (value: unknown): readonly number[] => (Array.isArray(value) ? value : [])

/**
 * What a body refers to.
 * @param idsIn - returns the ids in the value of a member that is no id itself
 */
export const referencesIn = (name: ResourceName, body: Members, idsIn = relatedIds): Reference[] =>
  Object.entries(resources[name].targetsOfIds).map(([member, target]): Reference => {
    const value = body[member]
    return [member, resources[target].table, typeof value === 'number' ? [value] : idsIn(value)]
  })
