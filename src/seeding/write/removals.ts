import type { SeedContext } from '../context.ts'
import { toNormalForm } from '../normalForm.ts'
import { pointerOf } from '../read/problems.ts'
import { reportDeletion, reportMerge } from '../report/changes.ts'
import { readByIds } from '../rows.ts'
import type { Entry, Section } from '../sections.ts'
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
  { referenceIndexes, formerIds }: SeedContext,
  { identityMembers, targets }: Section,
  index: number,
  entry: Entry,
): void => {
  for (const member of identityMembers) {
    const target = targets[member]
    const text = entry[member]
    if (!target || typeof text !== 'string') continue
    const id = referenceIndexes[target].find(text)
    entry[member] = typeof id === 'number' ? id : (formerIds[target].get(toNormalForm(text))?.[0] ?? -1 - index)
  }
}

/** Moves what refers to the section's merged records, and marks these and the records to delete for deletion. */
export const applyRemovals = async (context: SeedContext, section: Section): Promise<void> => {
  const { tx, directives, entryIds, idsToDelete, problems } = context
  const { name } = section
  const { removals } = directives[name]
  if (removals.size === 0) return
  const targets = resolveTargets(context, section)
  const ids = [...removals.keys()].map((index) => entryIds[name][index] ?? 0)
  const rows = new Map((await readByIds(tx, section, ids)).map((row) => [row.id, row]))
  for (const [index, { mergeInto }] of removals) {
    const row = rows.get(entryIds[name][index] ?? 0)
    if (!row) continue
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
    idsToDelete[name].push(row.id)
  }
}

/**
 * The ids of the records that others are merged into, by the index of the entry that says so. Each name of a merged record
 * becomes an alias of the other record, so that references to it, and other merges into it, mean that one.
 */
const resolveTargets = ({ catalogue, directives, referenceIndexes }: SeedContext, section: Section) => {
  const index = referenceIndexes[section.name]
  const targets = new Map<number, number>()
  let pending = [...directives[section.name].removals].filter(([, { mergeInto }]) => mergeInto !== undefined)
  while (pending.length > 0) {
    const unresolved = pending.filter(([position, { mergeInto = '' }]) => {
      const target = index.find(mergeInto)
      if (typeof target !== 'number') return true
      targets.set(position, target)
      const { key, ...entry } = catalogue[section.name][position] as Entry // It is validated, and its references are ids.
      for (const text of [key, entry[section.identityMembers[0]]]) {
        if (typeof text === 'string') index.addAlias(target, text)
      }
      return false
    })
    if (unresolved.length === pending.length) break
    pending = unresolved
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
