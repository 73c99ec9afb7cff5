import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import { type Entry, toNormalForm } from '../entries.ts'
import type { Former } from '../format/entrySchema.ts'
import type { SeedPlan } from '../plan.ts'
import { pointerOf } from '../read/problems.ts'
import { successorOf } from '../successors.ts'
import type { EntryIndex } from './entryIndex.ts'

// The `formerly` of entries.

/** Adds what an entry was before to the index. Adds a problem if another entry was the same. */
export const addFormerly = (
  plan: SeedPlan,
  section: Resource,
  entryIndex: EntryIndex,
  index: number,
  entry: Entry,
  former: Former,
): void => {
  requirePresentMembers(plan, section, index, entry, former)
  const { key } = former
  const first = entryIndex.addFormerly(
    index,
    typeof key === 'string' ? [{ key }] : resolveFormer(plan, section, entry, former),
  )
  if (first === undefined) return
  plan.problems.add(
    pointerOf(section.name, index, 'formerly'),
    `Number ${first + 1} of ${section.name} was formerly the same. One record can't become two: take one out.`,
  )
}

/**
 * Adds a problem for each former member that the entry does not have: the entry would leave it as it is, and without a key the
 * next run would not find the record. A former key stands for all members.
 */
const requirePresentMembers = (
  { problems }: SeedPlan,
  { name, identity, kind }: Resource,
  index: number,
  entry: Entry,
  former: Former,
): void => {
  if (entry.key !== undefined) return
  for (const member of identity) {
    if (entry[member] !== undefined || (former[member] === undefined && former.key === undefined)) continue
    problems.add(
      pointerOf(name, index, member),
      `The ${member} is required beside formerly: the ${kind} is known by it. Write null for none.`,
    )
  }
}

/** The identities that a record may have had: several if a former reference fits several records of the library, none if it fits none. */
const resolveFormer = (plan: SeedPlan, section: Resource, entry: Entry, former: Former): Entry[] => {
  let identities: Entry[] = [{}]
  for (const member of section.identity) {
    const target = section.targets[member]
    const text = former[member]
    const values =
      text === undefined
        ? [entry[member] ?? null]
        : target && text !== null
          ? findFormerIds(plan, target, text)
          : [text]
    identities = identities.flatMap((identity) => values.map((value) => ({ ...identity, [member]: value })))
  }
  return identities
}

/**
 * The ids of the records that a former reference may mean: those that the library has under this name before it is changed,
 * or the one to which the file gives the name as a former one. In place of a record that the file has merged it is the other
 * one, and in place of a deleted one null, as in the records that referred to it.
 */
const findFormerIds = ({ sections }: SeedPlan, target: ResourceName, text: string): (number | null)[] => {
  const ids = [...(sections[target].idsByPreviousName.get(toNormalForm(text)) ?? [])]
  if (ids.length > 0) return [...new Set(ids.map((id) => successorOf(sections[target], id)))]
  const id = sections[target].references.find(text)
  return typeof id === 'number' ? [id] : []
}
