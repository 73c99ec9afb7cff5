import type { SeedContext } from './context.ts'
import type { Change } from './report.ts'
import type { Entry, Row, Section } from './sections.ts'

/** Whether an entry says anything that its record does not have. */
export const differs = (row: Row, wanted: Entry): boolean => {
  for (const member in wanted) if (!same(row[member], wanted[member])) return true
  return false
}

/** Whether it says anything that the API would show. */
export const differsPublicly = (row: Row, { key, ...wanted }: Entry): boolean => differs(row, wanted)

const same = (had: unknown, gets: unknown) => {
  if (had === gets) return true
  if (!Array.isArray(had) || !Array.isArray(gets)) return false
  return had.length === gets.length && had.every((id, at) => id === gets[at])
}

/** What changes in a record, in the words of the file. */
export const changedMembers = (
  row: Row,
  wanted: Entry,
  { references }: Section,
  { formerly, directories }: Pick<SeedContext, 'formerly' | 'directories'>,
): NonNullable<Change['members']> => {
  const changeOf = (member: string) => {
    const target = references[member]
    if (!target) return { from: shortDay(row[member]), to: shortDay(wanted[member]) }
    const before = (id: number) => formerly[target].get(id) ?? `id ${id}`
    const after = (id: number) => directories[target].nameOf(id) ?? `id ${id}`
    const change = { from: inWords(row[member], before), to: inWords(wanted[member], after) }
    if (!Bun.deepEquals(change.from, change.to)) return change
    // Records of one name: only their ids tell them apart here.
    const numbered = (name: (id: number) => string) => (id: number) => `${name(id)} (id ${id})`
    return { from: inWords(row[member], numbered(before)), to: inWords(wanted[member], numbered(after)) }
  }
  const changed = Object.keys(wanted).filter((member) => !same(row[member], wanted[member]))
  return Object.fromEntries(changed.map((member) => [member, changeOf(member)]))
}

const inWords = (value: unknown, name: (id: number) => string) =>
  Array.isArray(value) ? value.map(name) : typeof value === 'number' ? name(value) : value

/** A day that was given as a day is shown as one. */
export const shortDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/.test(value) ? value.slice(0, 10) : value
