import type { SeedContext } from '../context.ts'
import { findFormerIds } from '../match/formers.ts'
import { pointerOf } from '../read/problems.ts'
import { reportCorrectionWithoutRecord, reportDeletion, reportMerge } from '../report/changes.ts'
import { readByIds } from '../rows.ts'
import type { Entry, Section } from '../sections.ts'
import { deleteReferenced } from './deleteMarked.ts'
import { moveReferences } from './merge.ts'

// The entries that merge or delete records. One that finds no record has no effect, so that a file can keep it.

/** Whether the records of a section can be looked up by name: entries refer to them, or are merged into them. */
export const isIndexed = ({ directives }: SeedContext, { isReferenced, name }: Section): boolean =>
  isReferenced || directives[name].removals.size > 0

/**
 * Replaces the references that identify the record of a removal with ids. They may name records as the library has them,
 * since the records may be removed or renamed by the same file. A reference that finds nothing is no problem.
 */
export const resolveRemovedIdentity = (
  context: SeedContext,
  { name, identityMembers, targets }: Section,
  index: number,
  entry: Entry,
): void => {
  for (const member of identityMembers) {
    const target = targets[member]
    const text = entry[member]
    if (!target || typeof text !== 'string') continue
    const found = context.referenceIndexes[target].find(text) ?? findFormerIds(context, target, text)
    const ids = [found].flat()
    if (ids.length > 1) {
      const sentence = `${JSON.stringify(text)} fits several ${target}: ids ${ids.join(', ')}. Name one by its key.`
      context.problems.add(pointerOf(name, index, member), sentence)
    }
    entry[member] = ids.length === 1 ? (ids[0] ?? null) : -1 - index
  }
}

/**
 * Moves what refers to the section's merged records, and deletes these and the records to delete. Tracks are only marked for
 * deletion, so that the likes that are lost with them can be counted. Sections that refer to this one are read afterwards,
 * and so find their records without the deleted ones.
 */
export const applyRemovals = async (context: SeedContext, section: Section): Promise<void> => {
  const { tx, catalogue, deletedIds, directives, entryIds, idsToDelete, problems } = context
  const { name } = section
  const { removals } = directives[name]
  if (removals.size === 0) return
  const targets = resolveTargets(context, section)
  const ids = [...removals.keys()].map((index) => entryIds[name][index] ?? 0)
  const rows = new Map((await readByIds(tx, section, ids)).map((row) => [row.id, row]))
  for (const [index, { mergeInto }] of removals) {
    const row = rows.get(entryIds[name][index] ?? 0)
    if (!row) {
      const entry = catalogue[name][index] as Entry // As in resolveTargets.
      reportCorrectionWithoutRecord(context, section, entry, mergeInto === undefined ? 'delete' : 'merge_into')
      continue
    }
    if (mergeInto === undefined) {
      reportDeletion(context, section, row)
    } else {
      const target = targets.get(index)
      if (target === undefined) {
        problems.add(pointerOf(name, index, 'merge_into'), targetProblem(context, section, mergeInto))
        continue
      }
      reportMerge(context, section, row, target)
      if (problems.count === 0) await moveReferences(context, section, { from: row.id, to: target })
    }
    if (section.isReferenced) {
      if (problems.count === 0) await deleteReferenced(context, section, row.id)
      deletedIds[name].add(row.id)
    } else idsToDelete[name].push(row.id)
  }
}

/**
 * The ids of the records that others are merged into, by the index of the entry that says so. Each name of a merged record
 * becomes an alias of the other record, so that references to it, and other merges into it, mean that one.
 */
const resolveTargets = ({ catalogue, directives, referenceIndexes }: SeedContext, section: Section) => {
  const index = referenceIndexes[section.name]
  const targets = new Map<number, number>()
  const merges = [...directives[section.name].removals].filter(([, { mergeInto }]) => mergeInto !== undefined)
  const namesAt = (position: number): string[] => {
    const { key, ...entry } = catalogue[section.name][position] as Entry // It is validated, and its references are ids.
    return [key, entry[section.identityMembers[0]]].filter((text) => typeof text === 'string')
  }
  const positions = new Map(merges.flatMap(([position]) => namesAt(position).map((text) => [text, position])))
  for (const [first] of merges) {
    // The merges from this one on that have no target yet.
    const chain = new Set<number>()
    let target: ReturnType<typeof index.find>
    for (let next: number | undefined = first; next !== undefined && !chain.has(next); ) {
      chain.add(next)
      const text: string = directives[section.name].removals.get(next)?.mergeInto ?? ''
      target = index.find(text)
      next = target === undefined ? positions.get(text) : undefined
    }
    if (typeof target !== 'number') continue
    for (const position of chain) {
      targets.set(position, target)
      for (const text of namesAt(position)) index.addAlias(target, text)
    }
  }
  return targets
}

const targetProblem = ({ referenceIndexes, options }: SeedContext, { name, kind }: Section, text: string): string => {
  const found = referenceIndexes[name].find(text)
  const quoted = JSON.stringify(text)
  if (found !== undefined) return `${quoted} fits several ${name}. Name one by its key; give it one if it has none.`
  const place = options.prune ? 'in the file' : 'in the file or in the library'
  return `${quoted} is no key or name of another ${kind} ${place}, or that one is removed, too. Correct it.`
}
