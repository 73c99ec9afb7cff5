import type { Resource } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import { type Entry, nameOf } from '../entries.ts'
import type { Match } from '../match/matcher.ts'
import type { Row } from '../rows.ts'
import { changedMembers } from './diff.ts'
import type { Report, SeedChange } from './report.ts'

// Records each change in the report.

/**
 * Counts an entry's record as created, updated or unchanged, and lists a change.
 * @param before the record as it is in the library, if the entry changes it
 */
export const reportEntry = (
  context: SeedContext,
  section: Resource,
  { id }: Match,
  entry: Entry,
  before: Row | undefined,
): void => {
  const counts = context.report.sections[section.name]
  if (id !== undefined && !before) {
    counts.unchanged++
    return
  }
  if (before) counts.updated++
  else counts.created++
  if (!context.changes) return
  const members = before && changedMembers(before, entry, section, context)
  const isRenamed = members && section.identity.some((member) => Object.hasOwn(members, member))
  const action = isRenamed ? 'rename' : before ? 'update' : 'create'
  context.changes.add({ section: section.name, action, ...(members && { members }) }, () =>
    describeRecord(context, section, { ...before, ...entry }),
  )
}

/** Counts a record as deleted, and lists the change. */
export const reportDeletion = (context: SeedContext, section: Resource, row: Row): void => {
  context.report.sections[section.name].deleted++
  context.changes?.add({ section: section.name, action: 'delete' }, () => describeRecord(context, section, row))
}

/** Counts a record as merged into the record `targetId`, and lists the change. */
export const reportMerge = (context: SeedContext, section: Resource, row: Row, targetId: number): void => {
  context.report.sections[section.name].merged++
  context.changes?.add({ section: section.name, action: 'merge' }, () => ({
    ...describeRecord(context, section, row),
    into: context.sections[section.name].references.nameOf(targetId) ?? `id ${targetId}`,
  }))
}

/** The maximum number of corrections without a record that a report lists. */
const maxCorrections = 1_000

/** Lists an entry that corrects a record which the library does not have. */
export const reportCorrectionWithoutRecord = (
  { options, report }: SeedContext,
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
  { sections }: SeedContext,
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
