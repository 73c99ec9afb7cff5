import { fromKeys } from '../../base/objects.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import type { Row } from '../rows.ts'
import type { SeedChange } from './report.ts'

/** Whether an entry would change a record. */
export const differs = (row: Row, entry: Entry): boolean => {
  for (const member in entry) if (!isEqual(row[member], entry[member])) return true
  return false
}

/** Whether two values of a member are equal. Lists are ascending. */
export const isEqual = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  return before.length === after.length && before.every((id, index) => id === after[index])
}

/** The members that an entry changes, with values as in the catalogue file: references by name, days without a time. */
export const changedMembers = (
  row: Row,
  entry: Entry,
  { targets }: Resource,
  { sections }: Pick<SeedContext, 'sections'>,
): NonNullable<SeedChange['members']> => {
  const changeOf = (member: string) => {
    const target = targets[member]
    if (!target) return { from: shortDay(row[member]), to: shortDay(entry[member]) }
    const nameBefore = (id: number) => sections[target].previousNames.get(id) ?? `id ${id}`
    const nameAfter = (id: number) => sections[target].references.nameOf(id) ?? `id ${id}`
    const change = { from: toNames(row[member], nameBefore), to: toNames(entry[member], nameAfter) }
    if (!Bun.deepEquals(change.from, change.to)) return change
    // The records have the same names, so only their ids show the change.
    const withId = (nameOf: (id: number) => string) => (id: number) => `${nameOf(id)} (id ${id})`
    return { from: toNames(row[member], withId(nameBefore)), to: toNames(entry[member], withId(nameAfter)) }
  }
  const members = Object.keys(entry).filter((member) => !isEqual(row[member], entry[member]))
  return fromKeys(members, changeOf)
}

const toNames = (value: unknown, nameOf: (id: number) => string): unknown =>
  Array.isArray(value) ? value.map(nameOf) : typeof value === 'number' ? nameOf(value) : value

/** Shortens an instant at midnight UTC to its day, `YYYY-MM-DD`. Returns any other value unchanged. */
export const shortDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/.test(value) ? value.slice(0, 10) : value
