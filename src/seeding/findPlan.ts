import { fromKeys } from '../base/objects.ts'
import { type Resource, resourceNames, resources } from '../catalogue/resources.ts'
import { RenamesFound } from './acceptedRenames.ts'
import { addNeeded, decideDeletion, decideReferenced, noteNeeded } from './decide/deletions.ts'
import { decideEntries } from './decide/entries.ts'
import { decideRemovals, isIndexed } from './decide/removals.ts'
import { nameOf, toNormalForm } from './entries.ts'
import { acceptLateRenames } from './pair/lateRenames.ts'
import { pairSection } from './pair/pairSection.ts'
import type { SeedPlan } from './plan.ts'
import { reportLostLikes } from './report/lostLikes.ts'
import { type PrunedReference, PrunedReferences } from './report/lostReferences.ts'
import type { Row } from './rows.ts'

/**
 * Finds what a file would change. Nothing is written. Each section goes through these steps, after the sections that it refers to:
 *
 * 1. Pair (`pairSection`): the references of its entries are replaced by the ids of records, and all records of the section are read, a page at
 *    a time. Each becomes a candidate of the entries that claim it, and each entry takes its best candidate.
 * 2. Decide (`decideEntries`): entries without a record create one, and entries that differ from theirs update it.
 * 3. Records that no entry has stay and can be referred to or, with `prune`, are deleted.
 * 4. Remove (`decideRemovals`): what entries merge and delete. Sections after this one are read without the references to these records.
 *
 * After the last section it is decided which records `prune` deletes: some stay, since values that stay refer to them.
 *
 * Problems are collected, not thrown. When there are any, the plan is incomplete.
 * @throws RenamesFound
 */
export const findPlan = async (plan: SeedPlan): Promise<void> => {
  const prunedReferences: PrunedReferences[] = []
  for (const name of resourceNames) prunedReferences.push(await planSection(plan, resources[name]))
  const { report, problems, renameFinder, options } = plan
  const renames = await renameFinder?.find(plan.sections)
  if (problems.count > 0) return
  if (options.likelyRenames && renames && renames.likely_renames.length > 0)
    throw new RenamesFound(renames.likely_renames)
  Object.assign(report, renames)
  markPruned(
    plan,
    prunedReferences.flatMap((found) => found.findUnsaid()),
  )
  await reportLostLikes(plan)
}

/** Marks the records for deletion that `prune` deletes, and reports them, once it is known which of them stay. */
const markPruned = (plan: SeedPlan, references: readonly PrunedReference[]): void => {
  const { sections, report } = plan
  const unsaidIds = fromKeys(
    resourceNames,
    (name) => new Set(references.filter(({ to }) => to.name === name).map(({ to }) => to.id)),
  )
  // What stays may refer to records of sections before its own.
  for (const name of resourceNames.toReversed()) {
    const state = sections[name]
    for (const [id, row] of state.prunedRows) {
      const isKept = unsaidIds[name].has(id) && decideReferenced(plan, resources[name], row)
      if (isKept || state.neededIds.has(id)) {
        state.neededIds.add(id)
        noteNeeded(plan, resources[name], row)
        addNeeded(plan, resources[name], row)
        continue
      }
      state.pruned.push(row)
    }
  }
  report.references_cleared += references.filter(({ to }) => !sections[to.name].neededIds.has(to.id)).length
}

/** @returns the references of the section's records to records that are pruned */
const planSection = async (plan: SeedPlan, section: Resource): Promise<PrunedReferences> => {
  const prunedReferences = new PrunedReferences(plan, section)
  const onRecord = (row: Row) => {
    noteRecord(plan, section, row)
    prunedReferences.add(row)
  }
  const { renameFinder, problems, options } = plan
  const acceptsRenames = options.likelyRenames === 'accept' && !isIndexed(plan, section)
  const unmatched = new Map<number, Row>()
  const onUnmatched = (row: Row) => {
    renameFinder?.addUnmatched(section, row)
    if (acceptsRenames) unmatched.set(row.id, row)
    else recordUnmatched(plan, section, row)
  }
  const pairs = await pairSection(plan, section, onRecord, onUnmatched)
  if (acceptsRenames && renameFinder && problems.count === 0) {
    await acceptLateRenames(plan, renameFinder, section, pairs, unmatched)
    plan.renameFinder = undefined
  }
  for (const row of unmatched.values()) recordUnmatched(plan, section, row)
  await decideEntries(plan, section, pairs)
  for (const row of pairs.unmatchedRows) recordUnmatched(plan, section, row)
  await decideRemovals(plan, section)
  return prunedReferences
}

/** Notes what is known of a record before it is changed. */
const noteRecord = ({ sections, renameFinder }: SeedPlan, section: Resource, row: Row): void => {
  const state = sections[section.name]
  state.recordCount++
  if (section.isReferenced) state.previousNames.set(row.id, nameOf(section, row))
  renameFinder?.addReferencesBefore(section, row)
  for (const text of [nameOf(section, row), row.key])
    if (text !== null) state.idsByPreviousName.get(toNormalForm(text))?.add(row.id)
}

/** Handles a record that no entry matches: `prune` deletes it in the end, without it entries may refer to it. */
const recordUnmatched = (plan: SeedPlan, section: Resource, row: Row): void => {
  const state = plan.sections[section.name]
  const { prune, keepsNew, listsKept } = plan.options
  const isNew = !state.lastSeed.has(row.id)
  const isPruned = prune && !(isNew && keepsNew)
  if (isPruned && !decideDeletion(plan, section, row)) {
    state.prunedRows.set(row.id, row)
    return
  }
  if (listsKept) state.unmatchedIds.push(row.id)
  if (prune) addNeeded(plan, section, row)
  // The file does not have it, so no entry can name it.
  if (isPruned) return
  const [nameMember, scopeMember] = section.identity
  if (scopeMember !== undefined) state.unmatchedValues.set(row.id, row[scopeMember])
  if (section.isReferenced) {
    const record = { name: nameOf(section, row), id: row.id, isNew: false }
    plan.warnings.addName(section.name, nameMember, scopeMember && row[scopeMember], record)
  }
  if (!isIndexed(plan, section)) return
  state.references.add(row.id, nameOf(section, row), undefined, row.key)
}
