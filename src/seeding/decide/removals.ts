import { eq, sql } from 'drizzle-orm'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { prepared } from '../../library/prepared.ts'
import { type Entry, nameOf, toNormalForm } from '../entries.ts'
import { removeHashes } from '../lastSeed/removeHashes.ts'
import type { SeedPlan } from '../plan.ts'
import { pointerOf } from '../read/problems.ts'
import { reportCorrectionWithoutRecord } from '../report/describe.ts'
import { countLikes, countReferences } from '../report/lostReferences.ts'
import { readPresent } from '../successors.ts'
import { decideDeletion } from './deletions.ts'

/** The members of other sections' identities that refer to a section, with the select of the records that refer to one of its. */
const createIdentityReferences = (name: ResourceName) =>
  resourceNames.flatMap((other) => {
    const { identity, references, table }: Resource = resources[other]
    return identity.flatMap((member) => {
      const reference = references[member]
      if (reference?.resource !== name) return []
      const select = prepared((on: Reader) =>
        on
          .select({ id: sql<number>`${table.id}` })
          .from(table)
          .where(eq(reference.column, sql.placeholder('id')))
          .prepare(),
      )
      return [{ other, member, select }]
    })
  })

const identityReferences = fromKeys(resourceNames, createIdentityReferences)

/**
 * Notes which records are identified by a record that is going to be merged or deleted, so that the file can still name them
 * by it: an album is known by its label.
 */
const noteFormerReferences = async ({ read, sections }: SeedPlan, { name }: Resource, id: number): Promise<void> => {
  for (const { other, member, select } of identityReferences[name]) {
    for (const row of await select(read).all({ id })) {
      const noted = sections[other].referencesBeforeRemoval.get(row.id)
      // After several merges, the first reference is the one that the library had.
      sections[other].referencesBeforeRemoval.set(row.id, { [member]: id, ...noted })
    }
  }
}

// The entries that merge or delete records. One that finds no record has no effect, so that a file can keep it.

/** Whether the records of a section can be looked up by name: entries refer to them, or are merged into them. */
export const isIndexed = ({ sections }: SeedPlan, { isReferenced, name }: Resource): boolean =>
  isReferenced || sections[name].directives.removals.size > 0

/** Replaces the references that identify the record of a removal with ids. One that finds nothing is no problem. */
export const resolveRemovedIdentity = (
  plan: SeedPlan,
  { name, identity, targets }: Resource,
  index: number,
  entry: Entry,
): void => {
  for (const member of identity) {
    const target = targets[member]
    const text = entry[member]
    if (!target || typeof text !== 'string') continue
    const ids = findRemovedIds(plan, target, text)
    const [id, ...others] = ids
    if (others.length > 0) {
      const sentence = `${JSON.stringify(text)} fits several ${target}: ids ${ids.join(', ')}. Name one by its key.`
      plan.problems.add(pointerOf(name, index, member), sentence)
    }
    // An id that no record has.
    entry[member] = id ?? -1 - index
  }
}

/**
 * The ids of the records that a reference of a removal may mean: by a key of the file, or as the library has them before the
 * file changes it, and as it has them then. A removal that stays in a file must not find another record in the next seed.
 */
const findRemovedIds = ({ sections }: SeedPlan, target: ResourceName, text: string): number[] => {
  const index = sections[target].references
  const keyedId = index.findByFileKey(text)
  if (keyedId !== undefined) return [keyedId]
  const presentIds = [index.findPresent(text) ?? []].flat()
  return [...new Set([...(sections[target].idsByPreviousName.get(toNormalForm(text)) ?? []), ...presentIds])]
}

/**
 * Reports what the section's removals merge and delete, with what refers to it, and marks these records for deletion. Sections that refer to
 * this one are read afterwards, without the references to these records.
 */
export const decideRemovals = async (plan: SeedPlan, section: Resource): Promise<void> => {
  const { read, sections, problems, report } = plan
  const { name } = section
  const { removals } = sections[name].directives
  if (removals.size === 0) return
  const targets = resolveTargets(plan, section)
  for (const id of targets.values()) plan.renameFinder?.keep(section, id)
  const ids = [...removals.keys()].map((index) => sections[name].entryIds[index] ?? 0)
  const found = await readPresent(plan, section, ids)
  const rows = new Map(found.map((row) => [row.id, row]))
  for (const [index, { mergeInto }] of removals) {
    const row = rows.get(sections[name].entryIds[index] ?? 0)
    if (!row) {
      const entry = sections[name].entries[index] as Entry // The index is that of an entry.
      reportCorrectionWithoutRecord(plan, section, entry, mergeInto === undefined ? 'delete' : 'merge_into')
      continue
    }
    if (mergeInto === undefined && decideDeletion(plan, section, row, index)) {
      if (isIndexed(plan, section)) sections[name].references.add(row.id, nameOf(section, row), undefined, row.key)
      continue
    }
    await noteFormerReferences(plan, section, row.id)
    const into = mergeInto === undefined ? undefined : targets.get(index)
    if (mergeInto !== undefined && into === undefined) {
      problems.add(pointerOf(name, index, 'merge_into'), targetProblem(plan, section, mergeInto))
      continue
    }
    sections[name].successorIds.set(row.id, into ?? null)
    sections[name].removed.push({ row, into })
  }
  if (problems.count > 0) return
  // No record is merged into one that is merged itself, so what refers to each does not depend on the order.
  const { removed } = sections[name]
  const merged = removed.filter(({ into }) => into !== undefined).map(({ row }) => row.id)
  const deleted = removed.filter(({ into }) => into === undefined).map(({ row }) => row.id)
  report.references_moved += await countReferences(read, name, merged)
  report.references_cleared += await countReferences(read, name, deleted)
  if (name === 'tracks') report.likes_moved += await countLikes(read, merged)
  await removeHashes(plan, section, [...merged, ...deleted])
}

/**
 * The ids of the records that others are merged into, by the index of the entry that says so. Each name of a merged record
 * becomes an alias of the other record, so that references to it, and other merges into it, mean that one.
 */
const resolveTargets = ({ sections }: SeedPlan, section: Resource) => {
  const { entries, references: index, stayDeletedIds } = sections[section.name]
  const targets = new Map<number, number>()
  const merges = [...sections[section.name].directives.removals].filter(([, { mergeInto }]) => mergeInto !== undefined)
  const normalize = (text: string) => (section.hasPath ? text : toNormalForm(text))
  const namesAt = (position: number): string[] => {
    const { key, ...entry } = entries[position] ?? {}
    return [key, entry[section.identity[0]]].filter((text) => typeof text === 'string').map(normalize)
  }
  const positions = new Map<string, number | undefined>()
  for (const [position] of merges) {
    for (const text of namesAt(position)) positions.set(text, positions.has(text) ? undefined : position)
  }
  /** The merges of which it is known that they have no target. */
  const withoutTarget = new Set<number>()
  for (const [first] of merges) {
    // The merges from this one on that have no target yet.
    const chain = new Set<number>()
    let target: ReturnType<typeof index.find>
    for (let next: number | undefined = first; next !== undefined && !chain.has(next) && !withoutTarget.has(next); ) {
      chain.add(next)
      const text: string = sections[section.name].directives.removals.get(next)?.mergeInto ?? ''
      target = index.find(text)
      if (typeof target === 'number' && stayDeletedIds.has(target)) {
        // What still refers to the merged record means the deleted one.
        for (const name of namesAt(next)) index.addAlias(target, name)
        target = undefined
      }
      next = target === undefined ? positions.get(normalize(text)) : undefined
    }
    for (const position of chain) {
      if (typeof target !== 'number') {
        withoutTarget.add(position)
        continue
      }
      targets.set(position, target)
      for (const text of namesAt(position)) index.addAlias(target, text)
    }
  }
  return targets
}

const targetProblem = ({ sections, options }: SeedPlan, { name, kind }: Resource, text: string): string => {
  const { references, stayDeletedIds } = sections[name]
  const found = references.find(text)
  const quoted = JSON.stringify(text)
  if (typeof found === 'number' && stayDeletedIds.has(found))
    return `${quoted} is a ${kind} that people have deleted, and it stays deleted. Merge this one into another ${kind}, or overwrite the deletion.`
  if (found !== undefined) return `${quoted} fits several ${name}. Name one by its key; give it one if it has none.`
  const place = options.prune ? 'in the file' : 'in the file or in the library'
  return `${quoted} is not the key or name of another ${kind} ${place}, or that one is removed, too. Correct it.`
}
