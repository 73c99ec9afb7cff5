import { type ResourceName, resourceNames, resources, type Value } from '../../../src/catalogue/resources.ts'
import { nameOf } from '../../../src/seeding/entries.ts'
import type { Report } from '../../../src/seeding/report/report.ts'
import type { Row } from '../../../src/seeding/rows.ts'
import type { LibraryState } from './libraryState.ts'

/** One thing that a seed has done to a record, or that a report says. */
interface Difference {
  what: 'create' | 'remove' | 'change'
  name: string
  key: string | undefined
  member?: string
  /** The values by name. Undefined where a merge or a deletion has changed the value before the entry of the file did. */
  from?: string | undefined
  to?: string
}

/**
 * Compares a report that lists all changes with what a seed has done to a library. Returns what only one of them has, as texts.
 * A reference to a record that is gone was changed with it, which the report only counts.
 */
export const describeDifferences = (before: LibraryState, after: LibraryState, report: Report): string[] =>
  resourceNames.flatMap((section) => {
    const reported = reportedIn(section, report)
    const missing = differencesIn(section, before, after).filter((difference) => {
      const index = reported.findIndex((other) => agree(other, difference))
      if (index >= 0) reported.splice(index, 1)
      return index < 0 && !(difference.what === 'change' && difference.from === undefined)
    })
    return [
      ...missing.map((difference) => `not reported: ${section} ${JSON.stringify(difference)}`),
      ...reported.map((difference) => `not done: ${section} ${JSON.stringify(difference)}`),
      ...describeCounts(section, report),
    ]
  })

const agree = (reported: Difference, difference: Difference) =>
  difference.what === 'change' && difference.from === undefined
    ? Bun.deepEquals({ ...reported, from: undefined, to: reported.to?.replaceAll(/ \(id \d+\)/g, '') }, difference)
    : Bun.deepEquals(reported, difference)

const reportedIn = (section: ResourceName, { changes }: Report): Difference[] =>
  changes
    .filter((change) => change.section === section)
    .flatMap(({ action, name, key, members = {} }): Difference[] => {
      if (action === 'create') return [{ what: 'create', name, key }]
      if (action === 'delete' || action === 'merge') return [{ what: 'remove', name, key }]
      return Object.entries(members).map(([member, { from, to }]) => ({
        what: 'change',
        name,
        key,
        member,
        from: JSON.stringify(from ?? null),
        to: JSON.stringify(to),
      }))
    })

const differencesIn = (section: ResourceName, before: LibraryState, after: LibraryState): Difference[] => {
  const identify = (row: Row) => ({ name: nameOf(resources[section], row), key: row.key ?? undefined })
  const rowsBefore = new Map(before[section].map((row) => [row.id, row]))
  const rowsAfter = new Map(after[section].map((row) => [row.id, row]))
  return [
    ...after[section].flatMap((row): Difference[] => {
      const old = rowsBefore.get(row.id)
      return old ? changedMembers(section, before, after, old, row) : [{ what: 'create', ...identify(row) }]
    }),
    ...before[section].flatMap((row): Difference[] =>
      rowsAfter.has(row.id) ? [] : [{ what: 'remove', ...identify(row) }],
    ),
  ]

  function changedMembers(...args: Parameters<typeof memberDifferences>): Difference[] {
    return memberDifferences(...args).map((difference) => ({ what: 'change', ...identify(args[4]), ...difference }))
  }
}

const memberDifferences = (section: ResourceName, before: LibraryState, after: LibraryState, old: Row, row: Row) =>
  Object.keys(row)
    .filter(
      (member) => !['id', 'created_at', 'updated_at'].includes(member) && !Bun.deepEquals(old[member], row[member]),
    )
    .map((member) => {
      const target = resources[section].targets[member]
      const [from, to] = [old[member] ?? null, row[member] ?? null]
      if (!target) return { member, from: JSON.stringify(from), to: JSON.stringify(to) }
      const isGone = [from]
        .flat()
        .some((id) => typeof id === 'number' && !after[target].some((other) => other.id === id))
      const nameIn = (state: LibraryState) => (id: number) => nameOf(resources[target], findRow(state[target], id))
      if (isGone) return { member, from: undefined, to: JSON.stringify(toNames(to, nameIn(after))) }
      const describe = (nameBefore: NameById, nameAfter: NameById) => ({
        member,
        from: JSON.stringify(toNames(from, nameBefore)),
        to: JSON.stringify(toNames(to, nameAfter)),
      })
      const byName = describe(nameIn(before), nameIn(after))
      if (byName.from !== byName.to) return byName
      // The records have the same names.
      return describe(
        (id) => `${nameIn(before)(id)} (id ${id})`,
        (id) => `${nameIn(after)(id)} (id ${id})`,
      )
    })

const findRow = (rows: Row[], id: number): Row => {
  const row = rows.find((other) => other.id === id)
  if (!row) throw new Error(`There is no record ${id}.`)
  return row
}

type NameById = (id: number) => string

const toNames = (value: Value, nameById: NameById) =>
  Array.isArray(value) ? value.map(nameById) : typeof value === 'number' ? nameById(value) : value

const describeCounts = (section: ResourceName, { changes, sections: counts }: Report): string[] => {
  const count = (...actions: string[]) =>
    changes.filter((change) => change.section === section && actions.includes(change.action)).length
  const { created, updated, merged, deleted } = counts[section]
  const expected = [count('create'), count('update', 'rename'), count('merge'), count('delete')]
  return Bun.deepEquals(expected, [created, updated, merged, deleted]) ? [] : [`counts of ${section}: ${expected}`]
}
