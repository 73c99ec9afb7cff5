import type { Directory } from './directory.ts'
import type { SectionName } from './format.ts'
import type { Change } from './report.ts'
import type { Row, Wanted } from './sections.ts'

/** Whether an entry says anything that its record does not have. */
export const differs = (row: Row, wanted: Wanted): boolean => {
  for (const member in wanted) if (!same(row[member], wanted[member])) return true
  return false
}

/** Whether it says anything that the API would show. */
export const differsInSight = (row: Row, { key, ...wanted }: Wanted): boolean => differs(row, wanted)

const same = (had: Row[string] | undefined, gets: Wanted[string]) => {
  if (gets === undefined || had === gets) return true
  if (!Array.isArray(had) || !Array.isArray(gets)) return false
  return had.length === gets.length && had.every((id, at) => id === gets[at])
}

/** How a member is called in the file, where it refers to records of a section. */
const references: Record<string, { member: string; section: SectionName }> = {
  label_id: { member: 'label', section: 'labels' },
  album_id: { member: 'album', section: 'albums' },
  artist_ids: { member: 'artists', section: 'artists' },
  genre_ids: { member: 'genres', section: 'genres' },
}

/** What changes in a record, in the words of the file. */
export const membersChanged = (
  row: Row,
  wanted: Wanted,
  directories: Record<SectionName, Directory>,
): NonNullable<Change['members']> => {
  const changed = Object.entries(wanted).filter(([member, gets]) => !same(row[member], gets))
  return Object.fromEntries(
    changed.map(([member, gets]) => {
      const reference = references[member]
      if (!reference) return [member, { from: shortDay(row[member] ?? null), to: shortDay(gets) }]
      const name = (id: number) => directories[reference.section].nameOf(id) ?? `number ${id}`
      const named = (value: unknown) =>
        Array.isArray(value) ? value.map(name) : typeof value === 'number' ? name(value) : value
      return [reference.member, { from: named(row[member]), to: named(gets) }]
    }),
  )
}

/** A day that was given as a day is shown as one. */
export const shortDay = <Value>(value: Value): Value | string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/.test(value) ? value.slice(0, 10) : value
