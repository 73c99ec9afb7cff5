import type { Directory } from './directory.ts'
import type { SectionName } from './format.ts'
import type { Change } from './report.ts'
import type { Row, Section, Wanted } from './sections.ts'

/** Whether an entry says anything that its record does not have. */
export const differs = (row: Row, wanted: Wanted): boolean => {
  for (const member in wanted) if (!same(row[member], wanted[member])) return true
  return false
}

/** Whether it says anything that the API would show. */
export const differsInSight = (row: Row, { key, ...wanted }: Wanted): boolean => differs(row, wanted)

const same = (had: unknown, gets: unknown) => {
  if (had === gets) return true
  if (!Array.isArray(had) || !Array.isArray(gets)) return false
  return had.length === gets.length && had.every((id, at) => id === gets[at])
}

/** What changes in a record, in the words of the file. */
export const membersChanged = (
  row: Row,
  wanted: Wanted,
  { references }: Section,
  directories: Record<SectionName, Directory>,
): NonNullable<Change['members']> => {
  const inWords = (member: string, value: unknown) => {
    const target = references[member]
    if (!target) return shortDay(value)
    const name = (id: number) => directories[target].nameOf(id) ?? `id ${id}`
    return Array.isArray(value) ? value.map(name) : typeof value === 'number' ? name(value) : value
  }
  const changed = Object.keys(wanted).filter((member) => !same(row[member], wanted[member]))
  return Object.fromEntries(
    changed.map((member) => [member, { from: inWords(member, row[member]), to: inWords(member, wanted[member]) }]),
  )
}

/** A day that was given as a day is shown as one. */
export const shortDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/.test(value) ? value.slice(0, 10) : value
