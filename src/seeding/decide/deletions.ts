import type { Resource } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'
import {
  decisions,
  formatAgreement,
  formatHashes,
  hashRecord,
  isDecided,
  parseHashes,
} from '../lastSeed/recordHashes.ts'
import type { SeedPlan } from '../plan.ts'
import type { Row } from '../rows.ts'
import { addPeopleChange } from './people.ts'

// Records that people have deleted, and records that a seed would delete and that people have added or changed, or refer to.

/** Whether a record that a seed would delete stays, since people have added or changed it. */
export const decideDeletion = (
  plan: SeedPlan,
  section: Resource,
  row: Row,
  /** The index of the entry that deletes it; undefined where no entry describes it. */
  index?: number,
): boolean => {
  const { name } = section
  const { lastSeed } = plan.sections[name]
  const stored = lastSeed.get(row.id)
  if (stored === undefined) return decideNew(plan, section, row, index !== undefined)
  const { file, library } = parseHashes(name, stored)
  const present = hashRecord(name, row).library
  const isRestored = isDecided(stored, 'staysDeleted')
  const isChanged = isRestored || present.some((hash, position) => hash !== library[position])
  const wasKept = !isChanged && isDecided(stored, 'stays')
  if (wasKept) plan.report.kept_before++
  if (!wasKept && !(isChanged && decideStay(plan, section, { kind: 'to_delete', index, row }))) return false
  lastSeed.set(row.id, decisions.stays + formatHashes(name, { file, library: present }))
  addNeeded(plan, section, row)
  return true
}

/** Whether people have changed nothing of a record, and nothing was decided about it; undefined for one that no seed has had in its file. */
export const isUntouched = ({ sections }: SeedPlan, { name }: Resource, row: Row): boolean | undefined => {
  const stored = sections[name].lastSeed.get(row.id)
  if (stored === undefined) return
  const { file, library } = parseHashes(name, stored)
  const present = hashRecord(name, row).library
  return (
    !(isDecided(stored, 'staysDeleted') || isDecided(stored, 'stays')) &&
    present.every((hash, position) => hash === library[position] && [-1, hash].includes(file[position] as number)) // a hash for each member
  )
}

/** Whether a record stays that no seed has had in its file. Only an entry deletes it without a decision. */
const decideNew = (plan: SeedPlan, section: Resource, row: Row, isDeletedByEntry: boolean): boolean => {
  const { lastSeed } = plan.sections[section.name]
  const wasKept = !isDeletedByEntry && lastSeed.isKeptNew(row.id)
  if (wasKept) plan.report.kept_before++
  else plan.report.without_base++
  if (isDeletedByEntry || !(wasKept || decideStay(plan, section, { kind: 'added', row }))) return false
  lastSeed.setKeptNew(row.id)
  addNeeded(plan, section, row)
  return true
}

/**
 * Whether a record stays that `prune` would delete, since a record of the file has a value that refers to it, on which its entry says nothing.
 * Where its own change was listed, that decides.
 */
export const decideReferenced = (plan: SeedPlan, section: Resource, row: Row): boolean =>
  !plan.sections[section.name].decidedIds.has(row.id) && decideStay(plan, section, { kind: 'referenced', row })

/** Decides about the deletion of a record. */
const decideStay = (
  plan: SeedPlan,
  section: Resource,
  found: { kind: 'to_delete' | 'added' | 'referenced'; row: Row; index?: number | undefined },
): boolean => {
  plan.sections[section.name].decidedIds.add(found.row.id)
  return addPeopleChange(plan, section, { ...found, id: found.row.id })
}

/** Notes that a record stays which a seed would delete, since a value that stays refers to it. */
export const noteNeeded = ({ sections, people }: SeedPlan, { name }: Resource, row: Row): void => {
  const { lastSeed, decidedIds } = sections[name]
  const stored = lastSeed.get(row.id)
  if (stored === undefined) lastSeed.setKeptNew(row.id)
  else {
    const { library } = hashRecord(name, row)
    lastSeed.set(row.id, decisions.stays + formatHashes(name, { file: parseHashes(name, stored).file, library }))
  }
  if (!decidedIds.has(row.id)) return
  const change = people.listed.find(({ section, id, kind }) => kind !== 'changed' && section === name && id === row.id)
  if (change) change.is_kept = true
}

/** Whether an earlier seed has decided that a record stays deleted, and its entry is the same since. @param id - the one that the record had */
export const wasKeptDeleted = (
  { sections, options }: SeedPlan,
  { name }: Resource,
  id: number,
  entry: Entry,
): boolean =>
  sections[name].lastSeed.get(id) === decisions.staysDeleted + formatAgreement(name, entry) && !options.listsKept

/**
 * Decides about an entry whose record people have deleted, and notes the decision.
 * @param id - the one that the record had
 * @returns whether the record stays deleted
 */
export const decideDeleted = (
  plan: SeedPlan,
  section: Resource,
  { index, id }: { index: number; id: number },
  entry: Entry,
): boolean => {
  const { name } = section
  const { lastSeed, stayDeletedIds } = plan.sections[name]
  const wasKept = wasKeptDeleted(plan, section, id, entry)
  if (wasKept) plan.report.kept_before++
  const isKept = wasKept || addPeopleChange(plan, section, { kind: 'deleted', id, index, entry })
  lastSeed.set(id, isKept ? decisions.staysDeleted + formatAgreement(name, entry) : undefined)
  if (isKept) stayDeletedIds.add(id)
  return isKept
}

/** Lets records stay that `prune` would delete, since values that are kept refer to them. */
export const addNeeded = ({ sections }: SeedPlan, { targets }: Resource, values: Entry): void => {
  for (const [member, name] of Object.entries(targets)) {
    const { prunedRows, neededIds } = sections[name]
    if (prunedRows.size === 0) continue
    for (const id of [values[member]].flat()) if (typeof id === 'number' && prunedRows.has(id)) neededIds.add(id)
  }
}
