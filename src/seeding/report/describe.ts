import { fromKeys } from '../../base/objects.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { type Entry, nameOf } from '../entries.ts'
import { membersOf } from '../lastSeed/recordHashes.ts'
import type { SeedPlan } from '../plan.ts'
import { isEqual, shortDay } from './diff.ts'
import type { Report, SeedChange } from './report.ts'

// How a report names records and their values: as the catalogue file does.

/** The members that an entry changes, with values as in the catalogue file: references by name, days without a time. */
export const changedMembers = (
  row: Entry,
  entry: Entry,
  { targets }: Resource,
  { sections }: Pick<SeedPlan, 'sections'>,
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

/** The values of a record beyond its key and name, as in the catalogue file. What it has no value for is left out. */
export const describeValues = ({ sections }: SeedPlan, section: Resource, record: Entry): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const member of membersOf(section.name)) {
    const value = record[member] ?? null
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    if (isEmpty || member === 'key' || member === section.identity[0]) continue
    const target = section.targets[member]
    const nameOfId = (id: number) =>
      (target && (sections[target].references.nameOf(id) ?? sections[target].previousNames.get(id))) ?? `id ${id}`
    values[member] = target ? toNames(value, nameOfId) : shortDay(value)
  }
  return values
}

/** The maximum number of corrections without a record that a report lists. */
const maxCorrections = 1_000

/** Lists an entry that corrects a record which the library does not have. */
export const reportCorrectionWithoutRecord = (
  { options, report }: SeedPlan,
  section: Resource,
  entry: Entry,
  correction: Report['corrections_without_record'][number]['correction'],
): void => {
  const list = report.corrections_without_record
  if (options.maxChanges === undefined || list.length === maxCorrections) return
  list.push({ section: section.name, name: String(entry[section.identity[0]] ?? entry.key), correction })
}

/** How a change names its record. An album has its label too, since several may share a title. */
export const describeRecord = (
  { sections }: SeedPlan,
  section: Resource,
  record: Entry,
): Pick<SeedChange, 'name' | 'key' | 'label'> => {
  const labelId = section.identity.includes('label') ? record.label : undefined
  const label =
    typeof labelId === 'number'
      ? (sections.labels.references.nameOf(labelId) ?? sections.labels.previousNames.get(labelId))
      : undefined
  return {
    name: nameOf(section, record),
    ...(typeof record.key === 'string' && { key: record.key }),
    ...(label !== undefined && { label }),
  }
}
