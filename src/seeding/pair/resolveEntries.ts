import { collectGarbage } from '../../base/collectGarbage.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { askForWord } from '../../base/spelling.ts'
import { listFirst } from '../../base/words.ts'
import { type Resource, type ResourceName, resources } from '../../catalogue/resources.ts'
import { resolveRemovedIdentity } from '../decide/removals.ts'
import type { Entry } from '../entries.ts'
import { isRemoval } from '../format/entrySchema.ts'
import type { SeedPlan } from '../plan.ts'
import { pointerOf } from '../read/problems.ts'
import { pageSize } from '../rows.ts'
import { suggestName } from '../suggest.ts'
import { reportChangedIdentity } from './changedIdentity.ts'
import type { EntryIndex } from './entryIndex.ts'
import { addFormerly } from './formerly.ts'

/** The number of entries, and of items of their arrays, that are processed before others may run. */
const entriesPerSlice = 100
const itemsPerSlice = 1_000

/**
 * Replaces the references in a section's entries with ids, and adds the entries to the index.
 * Adds a problem for each reference that names no record or several, and for entries that share a key or an identity.
 */
export const resolveEntries = async (
  plan: SeedPlan,
  section: Resource,
  entryIndex: EntryIndex,
): Promise<readonly Entry[]> => {
  const { formers, removals } = plan.sections[section.name].directives
  const resolve = createResolver(plan, section.name)
  const references = Object.entries(section.targets).map(([member, target]) => ({ member, target }))
  // The entries are changed in place, so that a large file is in memory only once. With ids in place of references,
  // a parsed entry is an Entry.
  const entries = plan.catalogue[section.name] as Entry[]
  plan.sections[section.name].entries = entries
  let items = 0
  for (const [index, entry] of entries.entries()) {
    if (index % pageSize === 0) collectGarbage()
    if (index % entriesPerSlice === 0) await yieldIfDue()
    const isRemoval = removals.has(index)
    if (isRemoval) resolveRemovedIdentity(plan, section, index, entry)
    for (const { member, target } of references) {
      const value: unknown = entry[member]
      if (typeof value === 'string') entry[member] = resolve(target, value, index, member)
      if (!Array.isArray(value)) continue
      for (let item = 0; item < value.length; item++) {
        if (++items % itemsPerSlice === 0) await yieldIfDue()
        // An invalid reference has a problem already, and null in its place.
        value[item] = value[item] === null ? 0 : resolve(target, value[item], index, member, item)
      }
      entry[member] = toSortedSet(value)
    }
    const firstIndex = entryIndex.add(index, entry, isRemoval)
    if (firstIndex !== undefined) {
      plan.sections[section.name].duplicates.add(index)
      plan.problems.add(pointerOf(section.name, index), duplicateProblem(section, entry, firstIndex))
    }
    const former = formers.get(index)
    if (former) addFormerly(plan, section, entryIndex, index, entry, former)
  }
  return entries
}

/** Returns ids in ascending order without duplicates: the same array where possible, since a file has many of them. */
const toSortedSet = (ids: number[]): number[] => {
  if (isAscending(ids)) return ids
  ids.sort((a, b) => a - b)
  return isAscending(ids) ? ids : [...new Set(ids)]
}

const isAscending = (ids: readonly number[]): boolean =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) < id)

const duplicateProblem = ({ name, identity }: Resource, entry: Entry, firstIndex: number): string => {
  const [shared, remedy] =
    entry.key === undefined ? [identity.join(' and '), 'Give each a key'] : ['key', 'Give this one another key']
  const problem = `Number ${firstIndex + 1} of ${name} has the same ${shared}. ${remedy}, or take one out.`
  if (entry.key !== undefined || isRemoval(entry)) return problem
  const [member] = identity
  return `${problem} If the library has both, replace one by an entry with its ${member} in the library and "merge_into": ${JSON.stringify(entry[member])}.`
}

/** Returns the id of the record that a reference names. The reference is a member of an entry, or an item of a member. */
type Resolve = (target: ResourceName, reference: string, index: number, member: string, item?: number) => number

const createResolver = (plan: SeedPlan, section: ResourceName): Resolve => {
  const { sections, problems } = plan
  return (target, reference, index, member, item) => {
    const match = sections[target].references.find(reference)
    if (typeof match === 'number') return match
    // The entry with this name has a problem, of which this one is only a consequence.
    if (!match && problems.isInvalidName(target, reference)) return -1 - index
    if (match && reportChangedIdentity(plan, target, match)) return -1 - index
    const pointer = pointerOf(section, index, member, ...(item === undefined ? [] : [item]))
    problems.addToGroup(`${target} ${reference}`, pointer, () =>
      match ? describeAmbiguity(plan, target, reference, match) : describeUnknown(plan, target, reference),
    )
    // An id that no record has, and that differs from entry to entry, so that no two identities become equal by it.
    return -1 - index
  }
}

const describeAmbiguity = (plan: SeedPlan, target: ResourceName, reference: string, ids: readonly number[]) =>
  `${JSON.stringify(reference)} fits several ${target}: ${describeRecords(plan, target, ids)}. Name one by its key; give it one if it has none.`

const describeUnknown = ({ options, sections }: SeedPlan, target: ResourceName, reference: string) => {
  const quoted = JSON.stringify(reference)
  const renamed = sections[target].renamedEntries.get(reference)
  if (renamed !== undefined) {
    const [nameMember] = resources[target].identity
    return `${quoted} is the ${nameMember} that the library has for number ${renamed + 1} of ${target}. Write "formerly": ${quoted} there, or the new ${nameMember} here.`
  }
  const place = options.prune ? 'in the file' : 'in the file or in the library'
  const suggestion = suggestName(reference, sections[target].references.texts())
  const advice = askForWord(suggestion && JSON.stringify(suggestion), `Add it to ${target}, or correct it.`)
  return `${quoted} is not the key or name of any ${resources[target].kind} ${place}. ${advice}`
}

/** The maximum number of records that a problem lists. */
const maxListedRecords = 10

/** Lists records by their position in the file, or by their id when only the library contains them. */
const describeRecords = ({ sections }: SeedPlan, section: ResourceName, ids: readonly number[]): string => {
  const places = ids.map((id, position) => {
    // Those that are not listed are only counted.
    if (position >= maxListedRecords) return ''
    const index = sections[section].entryIds.indexOf(id)
    return index < 0 ? `id ${id} in the library` : `number ${index + 1} of ${section}`
  })
  return listFirst(places, maxListedRecords)
}
