import { formatCount } from '../../base/words.ts'
import { type Resource, type ResourceName, resources } from '../../catalogue/resources.ts'
import { nameOf } from '../entries.ts'
import type { SeedPlan } from '../plan.ts'
import { pointerOf } from '../read/problems.ts'
import type { LikelyRename } from '../report/report.ts'
import type { EntryIndex } from './entryIndex.ts'

/**
 * Adds a problem if a reference fits two records only because the file has changed what else identifies one, such as the label of
 * an album: the library still has the old one. The problem is at the entry, once for all references to it.
 * @param ids - the records that the reference fits
 * @returns whether this is so
 */
export const reportChangedIdentity = (plan: SeedPlan, target: ResourceName, ids: readonly number[]): boolean => {
  const { sections, problems } = plan
  const { identity, kind, targets } = resources[target]
  const [, member] = identity
  if (member === undefined || ids.length !== 2) return false
  const createdId = ids.find((id) => id > sections[target].lastId)
  const libraryId = ids.find((id) => plan.sections[target].unmatchedValues.has(id))
  const index = createdId === undefined ? -1 : sections[target].entryIds.indexOf(createdId)
  const entry = sections[target].entries[index]
  if (libraryId === undefined || !entry) return false
  const from = sections[target].unmatchedValues.get(libraryId)
  const scope = targets[member]
  if (scope && reportRenamedScope(plan, target, { scope, index, from, to: entry[member] })) return true
  const nameOfValue = (value: unknown) => {
    const referenced = targets[member]
    return typeof value === 'number' && referenced ? sections[referenced].references.nameOf(value) : undefined
  }
  const describe = (name: string | undefined) =>
    name === undefined ? `without a ${member}` : `with the ${member} ${JSON.stringify(name)}`
  const before = nameOfValue(from)
  const after = nameOfValue(entry[member])
  const libraryKey = sections[target].references.findLibraryKey(libraryId)
  const describeChange = () => {
    const [what, from, to, formerly] =
      libraryKey !== undefined && entry.key !== undefined
        ? [
            'key',
            `with the key ${JSON.stringify(libraryKey)}`,
            `with the key ${JSON.stringify(entry.key)}`,
            { key: libraryKey },
          ]
        : [member, describe(before), describe(after), { [member]: before ?? null }]
    return `The library has ${JSON.stringify(nameOf(resources[target], entry))} ${from} (id ${libraryId}), and the file has it ${to}. If it is the same ${kind} with another ${what}, write "formerly": ${JSON.stringify(formerly)}. If the library should have both, name each by its key.`
  }
  problems.addToGroup(
    `${target} ${index} has another identity`,
    pointerOf(target, index),
    describeChange,
    (more) => ` ${more + 1} ${more === 0 ? 'reference names' : 'references name'} it.`,
  )
  return true
}

/**
 * Adds a problem if records differ in what identifies them because that has a new name in the file, such as a label: the library has one that
 * the file does not have. There is one problem for all of them. It is a likely rename, which can be accepted.
 * @returns whether this is so
 */
const reportRenamedScope = (
  { sections, problems, renamedScopes }: SeedPlan,
  target: ResourceName,
  { scope, index, from, to }: { scope: ResourceName; index: number; from: unknown; to: unknown },
): boolean => {
  if (typeof from !== 'number' || typeof to !== 'number') return false
  const { entryIds, lastId, references, previousNames } = sections[scope]
  const scopeIndex = to > lastId ? entryIds.indexOf(to) : -1
  if (scopeIndex < 0 || entryIds.includes(from)) return false
  const [formerName = '', name = ''] = [previousNames.get(from), references.nameOf(to)]
  const renamed = renamedScopes.getOrInsertComputed(`${from} ${to}`, () => ({
    rename: { section: scope, index: scopeIndex, name, id: from, former_name: formerName, formerly: formerName },
    indexes: new Set(),
  }))
  renamed.indexes.add(index)
  const { kind } = resources[scope]
  problems.addToGroup(
    `${scope} ${from} is ${to}`,
    pointerOf(scope, scopeIndex),
    () =>
      `The library has the ${kind} ${JSON.stringify(formerName)} (id ${from}), which the file does not have, and the file has ${target} of it with this one. If the ${kind} has a new name, write "formerly": ${JSON.stringify(formerName)} here, or give --accept-renames. If the library should have both, name the ${target} by their keys.`,
    () => ` ${formatCount(renamed.indexes.size, target)} ${renamed.indexes.size === 1 ? 'is' : 'are'} concerned.`,
  )
  return true
}

/** The likely renames that are problems until they are accepted: those where one name takes the place of one other. */
export const renamesOfProblems = ({ renamedScopes }: SeedPlan): LikelyRename[] => {
  const renames = [...renamedScopes.values()].map(({ rename }) => rename)
  const isOnly = (rename: LikelyRename) =>
    renames.every((other) => other === rename || (other.id !== rename.id && other.index !== rename.index))
  return renames.filter(isOnly)
}

/** Adds the records that accepted renames give to entries to the index. */
export const acceptRenames = (
  { catalogue, options }: SeedPlan,
  { name, identity }: Resource,
  entryIndex: EntryIndex,
): void => {
  for (const { section, index, id } of options.acceptedRenames ?? []) {
    const entry = catalogue[name][index]
    if (section !== name || !entry) continue
    entryIndex.addAcceptedRename(index, id)
    // The record loses a label that the entry leaves out: without a key, the next seed would not find it with one.
    if (entry.key === undefined) for (const member of identity) entry[member] ??= null
  }
}
