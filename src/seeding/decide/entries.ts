import { collectGarbage } from '../../base/collectGarbage.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { readLastId } from '../../catalogue/records.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { type Entry, keyOf, nameOf, toNormalForm } from '../entries.ts'
import type { Pairs } from '../pair/pairSection.ts'
import type { SeedPlan } from '../plan.ts'
import { reportCorrectionWithoutRecord } from '../report/describe.ts'
import { differs } from '../report/diff.ts'
import { pageSize, type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { decideDeleted, wasKeptDeleted } from './deletions.ts'
import { decideMembers, noteAgreement, noteCreated } from './members.ts'
import { isIndexed } from './removals.ts'

/** The number of entries that are processed before others may run. */
const entriesPerSlice = 100

/**
 * Finds what the seed changes in the record of each entry, and adds the record to the index that later references are
 * resolved with. After the first problem it finds the others, and no more changes.
 */
export const decideEntries = async (plan: SeedPlan, section: Resource, pairs: Pairs): Promise<void> => {
  const { libraryKeys, deletedIds } = pairs
  const { read, options, problems, progress } = plan
  const { entries, entryIds, directives, lastSeed, references, idsBeforeDeletion, updated } =
    plan.sections[section.name]
  const { formers, removals } = directives
  let lastId = await readLastId(read, section.name)
  plan.sections[section.name].lastId = lastId

  for (let start = 0; start < entries.length; start += pageSize) {
    const page = entries.slice(start, start + pageSize).map((entry, offset) => {
      const index = start + offset
      return { index, entry, matchedId: entryIds[index] || undefined }
    })
    const idsToDecide = page.flatMap(({ index, matchedId: id }) =>
      id !== undefined && (pairs.differs[index] || !lastSeed.has(id)) ? [id] : [],
    )
    const unchanged = await readByIds(read, section, idsToDecide)
    const rows = replaceRemovedReferences(
      plan,
      section,
      unchanged.map((row) => ({ ...row })),
    )
    const originals = new Map(unchanged.map((row) => [row.id, row]))
    const rowsToDecide = new Map(rows.map((row) => [row.id, row]))
    for (const { index, entry, matchedId } of page) {
      if (index % entriesPerSlice === 0) await yieldIfDue()
      if (removals.has(index)) continue
      // An accepted rename may have given it another record.
      const deletedId = matchedId === undefined ? deletedIds.get(index) : undefined
      const stayedDeleted = deletedId !== undefined && wasKeptDeleted(plan, section, deletedId, entry)
      const isKeptDeleted = deletedId !== undefined && decideDeleted(plan, section, { index, id: deletedId }, entry)
      const isNew = matchedId === undefined
      const id = matchedId ?? (isKeptDeleted ? deletedId : ++lastId)
      entryIds[index] = id
      if (deletedId !== undefined && !isKeptDeleted) idsBeforeDeletion.set(id, deletedId)
      if (isIndexed(plan, section)) {
        // A reference to two entries with the same identity is a consequence of their problem, and finds the first.
        const isDuplicate = plan.sections[section.name].duplicates.has(index)
        const key = isDuplicate ? undefined : keyOf(entry)
        if (!isDuplicate || entry.key !== undefined) {
          references.add(id, nameOf(section, entry), key, libraryKeys.get(index))
        }
        addFormerAliases(plan, section, index, id)
      }
      // An accepted rename gives it a record, however a new deletion is decided.
      if (stayedDeleted || (isKeptDeleted && !options.likelyRenames)) continue
      if (isNew) plan.renameFinder?.addCreated(section, id, index, entry)
      plan.renameFinder?.addReferencesAfter(section, id, entry)
      if (isKeptDeleted) continue
      if (isNew) {
        const former = formers.get(index)
        if (former && former.key === undefined) reportCorrectionWithoutRecord(plan, section, entry, 'formerly')
      }
      const row = rowsToDecide.get(id)
      const decided = decideEntry(plan, section, { index, id, isNew }, entry, row)
      const before = row && differs(row, decided) ? row : undefined
      if (before && section.isReferenced) recordRename(plan, section, index, before, decided)
      if (row && section.isReferenced) addNameAlias(plan, section, row, entry, decided)
      plan.sections[section.name][isNew ? 'createdCount' : 'matchedCount']++
      if (problems.count === 0) findWarnings(plan, section, { index, id, isNew }, decided, before)
      const original = before && originals.get(id)
      if (original && problems.count === 0) updated.add(original, decided)
    }
    progress.processed += page.length
    collectGarbage()
    await options.onProgress?.(progress.processed, progress.total)
  }
}

/** Decides what of an entry is written, and notes it for the next seed. */
const decideEntry = (
  plan: SeedPlan,
  section: Resource,
  { index, id, isNew }: { index: number; id: number; isNew: boolean },
  entry: Entry,
  /** The record, if it differs from the entry or if no seed has noted it. */
  row: Row | undefined,
): Entry => {
  if (row) return decideMembers(plan, section, index, row, entry)
  if (isNew) return noteCreated(plan, section, { index, id }, entry)
  noteAgreement(plan, section, { index, id }, entry)
  return entry
}

/** Lets references of the file still name a record by what its entry says that it was before. */
const addFormerAliases = ({ sections }: SeedPlan, { name, identity }: Resource, index: number, id: number): void => {
  const former = sections[name].directives.formers.get(index)
  if (!former) return
  for (const member of ['key', identity[0]]) {
    const text = former[member]
    if (typeof text === 'string') sections[name].references.addAlias(id, text)
  }
}

/** Lets references name a record, whose name is kept, by the name that people have given it. */
const addNameAlias = ({ sections }: SeedPlan, section: Resource, row: Row, entry: Entry, decided: Entry): void => {
  if (nameOf(section, decided) === nameOf(section, entry)) return
  sections[section.name].references.addAlias(row.id, nameOf(section, decided))
}

/** Notes the old name of a record, which other entries of the file may still have. */
const recordRename = ({ sections }: SeedPlan, section: Resource, index: number, before: Row, entry: Entry): void => {
  const name = toNormalForm(nameOf(section, before))
  if (name !== nameOf(section, entry)) sections[section.name].renamedEntries.set(name, index)
}

/** Adds warnings of an entry. Tracks may share their titles, so these are not compared. */
const findWarnings = (
  { warnings }: SeedPlan,
  section: Resource,
  { index, id, isNew }: { index: number; id: number; isNew: boolean },
  entry: Entry,
  before: Row | undefined,
): void => {
  const { name, identity, isReferenced } = section
  const [nameMember, scopeMember = ''] = identity
  if (isNew || before) warnings.addTexts(name, index, entry, before)
  if (isReferenced) {
    const isRenamed = before !== undefined && nameOf(section, before) !== nameOf(section, entry)
    const record = { name: nameOf(section, entry), id, index, isNew: isNew || isRenamed }
    warnings.addName(name, nameMember, entry[scopeMember] ?? before?.[scopeMember], record)
  }
  if (isNew || before?.duration_seconds !== entry.duration_seconds) {
    if (isNew || before) warnings.addDuration(name, index, entry.duration_seconds)
  }
}
