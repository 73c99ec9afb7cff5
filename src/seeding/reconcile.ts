import { collectGarbage } from '../base/collectGarbage.ts'
import { yieldIfDue } from '../base/eventLoop.ts'
import { fromKeys } from '../base/objects.ts'
import { type Resource, resourceNames, resources } from '../catalogue/resources.ts'
import { isKeptAsReferenced, isKeptFromDeletion, keepNeeded, keepReferences } from './base/deletions.ts'
import type { SeedContext } from './context.ts'
import { type Entry, identityOf, nameOf, toNormalForm } from './entries.ts'
import { BaseMatcher } from './match/baseMatcher.ts'
import { acceptRenames } from './match/changedIdentity.ts'
import { FormerMatcher } from './match/formerMatcher.ts'
import { Matcher } from './match/matcher.ts'
import { followRenames } from './match/renameChains.ts'
import { resolveEntries } from './match/resolveEntries.ts'
import { differs } from './report/diff.ts'
import { PrunedReferences } from './report/lostReferences.ts'
import { type Row, readByIds, readPages } from './rows.ts'
import { replaceRemovedReferences } from './successors.ts'
import { reportLostLikes } from './write/lostLikes.ts'
import { applyRemovals, isIndexed } from './write/removals.ts'
import { type Matchers, writeEntries } from './write/writeEntries.ts'

/**
 * Creates and updates records until the library contains what the file says, in one transaction. A preview finds the same, and
 * writes nothing. Each section goes through these steps, after the sections that it refers to:
 *
 * 1. Read: the references of its entries are replaced by the ids of records, and entries are indexed by key and identity.
 * 2. Match: all records of the section are read, a page at a time. Each becomes a candidate of the entries it may match.
 * 3. Write: each entry takes its best candidate. Entries without one create a record, entries that differ update theirs.
 * 4. Records that no entry matches stay and can be referred to or, with `prune`, are marked for deletion.
 * 5. Remove: what refers to merged records is moved. These records, and those to delete, are marked for deletion.
 *
 * After the last section, the marked records are deleted. The report counts and lists all changes. It follows from the file and from
 * the library before the seed alone: what is read is either not written before, or reads the same afterwards.
 *
 * Problems are collected, not thrown. When there are any, the caller has to roll the transaction back.
 */
export const reconcile = async (context: SeedContext): Promise<void> => {
  for (const name of resourceNames) await reconcileSection(context, resources[name])
  const { sections, report, problems, renameFinder } = context
  const renames = await renameFinder?.find(
    (section, id) => sections[section].previousNames.get(id),
    (section, id) => sections[section].references.nameOf(id),
  )
  Object.assign(report, renames)
  if (problems.count > 0) return
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
      const isKept = unsaidIds[name].has(id) && isKeptAsReferenced(context, resources[name], row)
      if (isKept || state.neededIds.has(id)) {
        state.neededIds.add(id)
        keepNeeded(context, resources[name], row)
        keepReferences(context, resources[name], row)
        continue
      }
      state.pruned.push(row)
    }
  }
  report.references_cleared += references.filter(({ to }) => !sections[to.name].neededIds.has(to.id)).length
}

const reconcileSection = async (context: SeedContext, section: Resource): Promise<void> => {
  const matcher = new Matcher(context.catalogue[section.name].length)
  const formerMatcher = new FormerMatcher()
  acceptRenames(context, section, formerMatcher)
  const entries = await resolveEntries(context, section, matcher, formerMatcher)
  const baseMatcher = new BaseMatcher(context, section, entries)
  formerMatcher.base = baseMatcher
  const prunedReferences = new PrunedReferences(context, section)
  context.prunedReferences.push(prunedReferences)
  await addCandidates(context, section, { matcher, formerMatcher, baseMatcher }, entries, prunedReferences)
  const weakerRows = await writeEntries(context, section, { matcher, formerMatcher, baseMatcher }, entries)
  recordUnmatchedCandidates(context, section, weakerRows)
  await applyRemovals(context, section)
}

/** The number of records that are compared before others may run. */
const rowsPerSlice = 100

/** Adds each of the section's records to the candidates of the entries that may match it. */
const addCandidates = async (
  context: SeedContext,
  section: Resource,
  matchers: Matchers,
  entries: readonly Entry[],
  prunedReferences: PrunedReferences,
): Promise<void> => {
  const { matcher } = matchers
  const state = context.sections[section.name]
  const { previousNames, formerIds, directives } = state
  const entryAt = (index: number) => entries[index] as Entry // The matchers have the indexes of these entries only.
  for await (const page of readPages(context.read, section)) {
    collectGarbage()
    replaceRemovedReferences(context, section, page)
    state.recordCount += page.length
    for (const [position, row] of page.entries()) {
      if (position % rowsPerSlice === 0) await yieldIfDue()
      if (section.isReferenced) previousNames.set(row.id, nameOf(section, row))
      context.renameFinder?.addReferencesBefore(section, row)
      prunedReferences.add(row)
      for (const text of [nameOf(section, row), row.key])
        if (text !== null) formerIds.get(toNormalForm(text))?.add(row.id)
      const removal = findRemoval(context, section, matcher, row)
      if (removal !== undefined) {
        matcher.addCandidate(removal, true, row, false)
        continue
      }
      const identity = identityOf(section, row)
      const indexes = matcher.entriesFor(row, identity)
      for (const index of indexes) {
        const entry = entryAt(index)
        const isExact = directives.removals.has(index) || (entry.key === undefined) === (row.key === null)
        matcher.addCandidate(index, isExact, row, differs(row, entry))
      }
      if (indexes.length === 0) await addFormerCandidate(context, section, matchers, entries, row)
    }
  }
  await chooseAmongEqual(context, section, matchers, entries)
  await followRenames(context, section, matchers, entries)
}

/** Adds a record that no entry describes to the candidates of the entry that it was the one of, if there is any. */
const addFormerCandidate = async (
  context: SeedContext,
  section: Resource,
  { formerMatcher, baseMatcher }: Matchers,
  entries: readonly Entry[],
  row: Row,
): Promise<void> => {
  const identity = identityOf(section, row)
  if (context.sections[section.name].bases.has(row.id)) await baseMatcher.indexEntries()
  const index = formerMatcher.entryFor(row, identity)
  if (index === undefined) {
    context.renameFinder?.addUnmatched(section, row)
    recordUnmatched(context, section, row)
  } else formerMatcher.addCandidate(row, identity, differs(row, entries[index] as Entry)) // The index is that of an entry.
}

/** Of several records that an entry describes, lets it have the one that was its own at the last seed, and others theirs: people have given them its name. */
const chooseAmongEqual = async (
  context: SeedContext,
  section: Resource,
  matchers: Matchers,
  entries: readonly Entry[],
): Promise<void> => {
  const { matcher, baseMatcher } = matchers
  if (!matcher.hasOthers) return
  await baseMatcher.indexEntries()
  const weaker = matcher.takeWeaker((index, id) => {
    const own = baseMatcher.entryFor(id)
    return own !== undefined && own !== index
  })
  for (const row of weaker) await addFormerCandidate(context, section, matchers, entries, row)
  if (!matcher.hasAmbiguities()) return
  const { removals } = context.sections[section.name].directives
  const otherIds = matcher.chooseAmongEqual((index, id) => !removals.has(index) && baseMatcher.entryFor(id) === index)
  const rows = replaceRemovedReferences(context, section, await readByIds(context.read, section, otherIds))
  for (const row of rows) await addFormerCandidate(context, section, matchers, entries, row)
}

/** The entry that removes a record by what it referred to before the same file merged or deleted that. */
const findRemoval = ({ sections }: SeedContext, section: Resource, matcher: Matcher, row: Row): number | undefined => {
  const former = sections[section.name].formerReferences.get(row.id)
  const index = former && matcher.keylessEntryFor(row, identityOf(section, { ...row, ...former }))
  return index !== undefined && sections[section.name].directives.removals.has(index) ? index : undefined
}

/** Handles a record that no entry matches: `prune` deletes it in the end, without it entries may refer to it. */
const recordUnmatched = (context: SeedContext, section: Resource, row: Row): void => {
  const state = context.sections[section.name]
  const { prune, keepsNew, listsKept } = context.options
  const isNew = !state.bases.has(row.id)
  const isPruned = prune && !(isNew && keepsNew)
  if (isPruned && !isKeptFromDeletion(context, section, row)) {
    state.prunedRows.set(row.id, row)
    return
  }
  if (listsKept) state.unmatchedIds.push(row.id)
  if (prune) keepReferences(context, section, row)
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

/** Handles the records that were a candidate of an entry with a better match, and that no other entry matches. */
const recordUnmatchedCandidates = (context: SeedContext, section: Resource, rows: readonly Row[]): void => {
  if (rows.length === 0) return
  const matchedIds = new Set(context.sections[section.name].entryIds)
  for (const row of rows) if (!matchedIds.has(row.id)) recordUnmatched(context, section, row)
}
