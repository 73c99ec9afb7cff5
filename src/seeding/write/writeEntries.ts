import { collectGarbage } from '../../base/collectGarbage.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { listFirst } from '../../base/words.ts'
import { readLastId } from '../../catalogue/records.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { settleDeleted } from '../base/deletions.ts'
import { confirmBase, settle, settleNew } from '../base/settle.ts'
import type { SeedContext } from '../context.ts'
import { type Entry, nameOf, toNormalForm } from '../entries.ts'
import type { BaseMatcher } from '../match/baseMatcher.ts'
import type { FormerMatcher } from '../match/formerMatcher.ts'
import { addFormerAliases } from '../match/formers.ts'
import type { Match, Matcher } from '../match/matcher.ts'
import { keyOf } from '../match/resolveEntries.ts'
import { pointerOf } from '../read/problems.ts'
import { reportCorrectionWithoutRecord } from '../report/describe.ts'
import { differs } from '../report/diff.ts'
import { pageSize, type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { isIndexed } from './removals.ts'

/** The number of entries that are processed before others may run. */
const entriesPerSlice = 100

/** What finds the record of each entry of a section. */
export interface Matchers {
  matcher: Matcher
  formerMatcher: FormerMatcher
  baseMatcher: BaseMatcher
}

/**
 * Finds what the seed changes in the record of each entry, and adds the record to the index that later references are
 * resolved with. After the first problem it finds the others, and no more changes.
 * Returns the candidates of entries that matched a better one. Some of them may be matched by other entries.
 */
export const writeEntries = async (
  context: SeedContext,
  section: Resource,
  { matcher, formerMatcher, baseMatcher }: Matchers,
  entries: readonly Entry[],
): Promise<Row[]> => {
  const { read, options, problems, progress } = context
  const { entryIds, directives, bases, references, formerDeletedIds, updated } = context.sections[section.name]
  const { formers, removals } = directives
  const weakerRows = new Map<number, Row>()
  let lastId = await readLastId(read, section.name)
  context.sections[section.name].lastId = lastId

  for (let start = 0; start < entries.length; start += pageSize) {
    const page = entries.slice(start, start + pageSize).map((entry, offset) => {
      const index = start + offset
      return { index, entry, match: formerMatcher.resolve(index, matcher.resolve(index, entry.key !== undefined)) }
    })
    const idsToSettle = page.flatMap(({ match: { id, differs } }) =>
      id !== undefined && (differs || !bases.has(id)) ? [id] : [],
    )
    const unchanged = await readByIds(read, section, idsToSettle)
    const rows = replaceRemovedReferences(
      context,
      section,
      unchanged.map((row) => ({ ...row })),
    )
    const originals = new Map(unchanged.map((row) => [row.id, row]))
    const rowsToSettle = new Map(rows.map((row) => [row.id, row]))
    const unmatched = page.filter(({ index, match }) => match.id === undefined && !removals.has(index))
    const deletedIds = await baseMatcher.findDeleted(
      read,
      unmatched.map(({ index }) => index),
    )
    for (const { index, entry, match } of page) {
      if (index % entriesPerSlice === 0) await yieldIfDue()
      reportAmbiguity(context, section, matcher, index, match)
      for (const row of match.weakerRows) weakerRows.set(row.id, row)
      if (removals.has(index)) {
        entryIds[index] = match.id ?? 0
        continue
      }
      const deletedId = deletedIds.get(index)
      const isKeptDeleted = deletedId !== undefined && settleDeleted(context, section, { index, id: deletedId }, entry)
      const id = match.id ?? (isKeptDeleted ? deletedId : ++lastId)
      entryIds[index] = id
      if (deletedId !== undefined && !isKeptDeleted) formerDeletedIds.set(id, deletedId)
      if (isIndexed(context, section)) {
        // A reference to two entries with the same identity is a consequence of their problem, and finds the first.
        const isDuplicate = context.sections[section.name].duplicates.has(index)
        const key = isDuplicate ? undefined : keyOf(entry)
        if (!isDuplicate || entry.key !== undefined) {
          references.add(id, nameOf(section, entry), key, match.libraryKey)
        }
        addFormerAliases(context, section, index, id)
      }
      if (isKeptDeleted) continue
      if (match.id === undefined) {
        context.renameFinder?.addCreated(section, id, index, entry)
        const former = formers.get(index)
        if (former && former.key === undefined) reportCorrectionWithoutRecord(context, section, entry, 'formerly')
      }
      context.renameFinder?.addReferencesAfter(section, id, entry)
      const row = rowsToSettle.get(id)
      const settled = settleEntry(context, section, { index, id, isNew: match.id === undefined }, entry, row)
      const before = row && differs(row, settled) ? row : undefined
      if (before && section.isReferenced) recordRename(context, section, index, before, settled)
      if (row && section.isReferenced) addNameAlias(context, section, row, entry, settled)
      if (match.id !== undefined) context.sections[section.name].matchedCount++
      if (problems.count === 0)
        findWarnings(context, section, { index, id, isNew: match.id === undefined }, settled, before)
      const original = before && originals.get(id)
      if (original && problems.count === 0) updated.add(original, settled)
    }
    progress.processed += page.length
    collectGarbage()
    await options.onProgress?.(progress.processed, progress.total)
  }
  return [...weakerRows.values()]
}

/** Decides what of an entry is written, and stores the base of its record. */
const settleEntry = (
  context: SeedContext,
  section: Resource,
  { index, id, isNew }: { index: number; id: number; isNew: boolean },
  entry: Entry,
  /** The record, if it differs from the entry or has no base. */
  row: Row | undefined,
): Entry => {
  if (row) return settle(context, section, index, row, entry)
  if (isNew) return settleNew(context, section, id, entry)
  confirmBase(context, section, id, entry)
  return entry
}

/** Lets references name a record, whose name is kept, by the name that people have given it. */
const addNameAlias = ({ sections }: SeedContext, section: Resource, row: Row, entry: Entry, settled: Entry): void => {
  if (nameOf(section, settled) === nameOf(section, entry)) return
  sections[section.name].references.addAlias(row.id, nameOf(section, settled))
}

/** Notes the old name of a record, which other entries of the file may still have. */
const recordRename = ({ sections }: SeedContext, section: Resource, index: number, before: Row, entry: Entry): void => {
  const name = toNormalForm(nameOf(section, before))
  if (name !== nameOf(section, entry)) sections[section.name].renamedEntries.set(name, index)
}

/** Adds warnings of an entry. Tracks may share their titles, so these are not compared. */
const findWarnings = (
  { warnings }: SeedContext,
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

/** The maximum number of ids in a problem. */
const maxListedIds = 10

/**
 * Adds a problem when an entry matches several records, when it matches a record that is not the former one, or when two
 * entries would give their keys to one record.
 */
const reportAmbiguity = (
  { sections, problems }: SeedContext,
  { name, kind, identity }: Resource,
  matcher: Matcher,
  index: number,
  { id, adopts, ambiguousIds, formerId }: Match,
): void => {
  if (ambiguousIds) {
    const ids = listFirst(ambiguousIds, maxListedIds)
    const advice = sections[name].directives.removals.has(index)
      ? 'Give this entry the key of the one that it removes (export --keep-keys gives each one a key), or describe each of the others by its key in an entry of its own.'
      : `Give this ${kind} the key of one of them (export shows keys), or change the others in the library.`
    const sentence = `The library has several ${name} with this ${identity.join(' and ')}: ids ${ids}. ${advice}`
    problems.add(pointerOf(name, index), sentence)
  }
  if (formerId !== undefined) {
    problems.add(
      pointerOf(name, index, 'formerly'),
      `The library has this ${kind} (id ${id}) and the former one (id ${formerId}), so it is no new name. Take formerly out, or merge them with an entry of their own: the former ${identity.join(' and ')}, and merge_into.`,
    )
  }
  const otherIndex = adopts && id !== undefined ? matcher.adopt(id, index) : undefined
  if (otherIndex === undefined) return
  problems.add(
    pointerOf(name, index),
    `The ${kind} with id ${id} in the library has no key and could be this one or number ${otherIndex + 1} of ${name}. Seed one of the two first.`,
  )
}
