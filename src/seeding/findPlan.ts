import { fromKeys } from '../base/objects.ts'
import { type Resource, resourceNames, resources } from '../catalogue/resources.ts'
import { RenamesFound } from './acceptedRenames.ts'
import { addNeeded, decideDeletion, decideReferenced, noteNeeded } from './decide/deletions.ts'
import { decideEntries } from './decide/entries.ts'
import { decideRemovals, isIndexed } from './decide/removals.ts'
import { nameOf, toNormalForm } from './entries.ts'
import { acceptLateRenames } from './pair/lateRenames.ts'
import { pairSection } from './pair/pairSection.ts'
import type { SeedContext } from './plan.ts'
import { reportLostLikes } from './report/lostLikes.ts'
import { PrunedReferences } from './report/lostReferences.ts'
import type { Row } from './rows.ts'

/**
 * Creates and updates records until the library contains what the file says, in one transaction. A preview finds the same, and
 * writes nothing. Each section goes through these steps, after the sections that it refers to:
 *
 * 1. Read: the references of its entries are replaced by the ids of records, and entries are indexed by what they claim.
 * 2. Pair: all records of the section are read, a page at a time. Each becomes a candidate of the entries that claim it. Each entry takes its
 *    best candidate.
 * 3. Write: entries without a record create one, entries that differ from theirs update it.
 * 4. Records that no entry matches stay and can be referred to or, with `prune`, are marked for deletion.
 * 5. Remove: what refers to merged records is moved. These records, and those to delete, are marked for deletion.
 *
 * After the last section, the marked records are deleted. The report counts and lists all changes. It follows from the file and from
 * the library before the seed alone: what is read is either not written before, or reads the same afterwards.
 *
 * Problems are collected, not thrown. When there are any, the caller has to roll the transaction back.
 */
export const findPlan = async (context: SeedContext): Promise<void> => {
  for (const name of resourceNames) await planSection(context, resources[name])
  const { report, problems, renameFinder, options } = context
  const renames = await renameFinder?.find(context)
  if (problems.count > 0) return
  if (options.likelyRenames && renames && renames.likely_renames.length > 0)
    throw new RenamesFound(renames.likely_renames)
  Object.assign(report, renames)
  markPruned(context)
  await reportLostLikes(context)
}

/** Marks the records for deletion that `prune` deletes, and reports them, once it is known which of them stay. */
const markPruned = (context: SeedContext): void => {
  const { sections, report, prunedReferences } = context
  const references = prunedReferences.flatMap((found) => found.findUnsaid())
  const unsaidIds = fromKeys(
    resourceNames,
    (name) => new Set(references.filter(({ to }) => to.name === name).map(({ to }) => to.id)),
  )
  // What stays may refer to records of sections before its own.
  for (const name of resourceNames.toReversed()) {
    const state = sections[name]
    for (const [id, row] of state.prunedRows) {
      const isKept = unsaidIds[name].has(id) && decideReferenced(context, resources[name], row)
      if (isKept || state.neededIds.has(id)) {
        state.neededIds.add(id)
        noteNeeded(context, resources[name], row)
        addNeeded(context, resources[name], row)
        continue
      }
      state.pruned.push(row)
    }
  }
  report.references_cleared += references.filter(({ to }) => !sections[to.name].neededIds.has(to.id)).length
}

const planSection = async (context: SeedContext, section: Resource): Promise<void> => {
  const prunedReferences = new PrunedReferences(context, section)
  context.prunedReferences.push(prunedReferences)
  const onRecord = (row: Row) => {
    noteRecord(context, section, row)
    prunedReferences.add(row)
  }
  const { renameFinder, problems, options } = context
  const acceptsRenames = options.likelyRenames === 'accept' && !isIndexed(context, section)
  const unmatched = new Map<number, Row>()
  const onUnmatched = (row: Row) => {
    renameFinder?.addUnmatched(section, row)
    if (acceptsRenames) unmatched.set(row.id, row)
    else recordUnmatched(context, section, row)
  }
  const pairs = await pairSection(context, section, onRecord, onUnmatched)
  if (acceptsRenames && renameFinder && problems.count === 0) {
    await acceptLateRenames(context, renameFinder, section, pairs, unmatched)
    context.renameFinder = undefined
  }
  for (const row of unmatched.values()) recordUnmatched(context, section, row)
  await decideEntries(context, section, pairs)
  for (const row of pairs.unmatchedRows) recordUnmatched(context, section, row)
  await decideRemovals(context, section)
}

/** Notes what is known of a record before it is changed. */
const noteRecord = ({ sections, renameFinder }: SeedContext, section: Resource, row: Row): void => {
  const state = sections[section.name]
  state.recordCount++
  if (section.isReferenced) state.previousNames.set(row.id, nameOf(section, row))
  renameFinder?.addReferencesBefore(section, row)
  for (const text of [nameOf(section, row), row.key])
    if (text !== null) state.idsByPreviousName.get(toNormalForm(text))?.add(row.id)
}

/** Handles a record that no entry matches: `prune` deletes it in the end, without it entries may refer to it. */
const recordUnmatched = (context: SeedContext, section: Resource, row: Row): void => {
  const state = context.sections[section.name]
  const { prune, keepsNew, listsKept } = context.options
  const isNew = !state.lastSeed.has(row.id)
  const isPruned = prune && !(isNew && keepsNew)
  if (isPruned && !decideDeletion(context, section, row)) {
    state.prunedRows.set(row.id, row)
    return
  }
  if (listsKept) state.unmatchedIds.push(row.id)
  if (prune) addNeeded(context, section, row)
  // The file does not have it, so no entry can name it.
  if (isPruned) return
  const [nameMember, scopeMember] = section.identity
  if (scopeMember !== undefined) state.unmatchedValues.set(row.id, row[scopeMember])
  if (section.isReferenced) {
    const record = { name: nameOf(section, row), id: row.id, isNew: false }
    context.warnings.addName(section.name, nameMember, scopeMember && row[scopeMember], record)
  }
  if (!isIndexed(context, section)) return
  state.references.add(row.id, nameOf(section, row), undefined, row.key)
}
