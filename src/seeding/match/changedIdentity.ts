import { type Resource, type ResourceName, resources } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import { nameOf } from '../entries.ts'
import { pointerOf } from '../read/problems.ts'
import type { FormerMatcher } from './formerMatcher.ts'

/**
 * Adds a problem if a reference fits two records only because the file has changed what else identifies one, such as the label of
 * an album: the library still has the old one. The problem is at the entry, once for all references to it.
 * @param ids - the records that the reference fits
 * @returns whether this is so
 */
export const reportChangedIdentity = (context: SeedContext, target: ResourceName, ids: readonly number[]): boolean => {
  const { sections, problems, catalogue } = context
  const { identity, kind, targets } = resources[target]
  const [, member] = identity
  if (member === undefined || ids.length !== 2) return false
  const createdId = ids.find((id) => id > sections[target].lastId)
  const libraryId = ids.find((id) => context.sections[target].unmatchedValues.has(id))
  const index = createdId === undefined ? -1 : sections[target].entryIds.indexOf(createdId)
  const entry = catalogue[target][index]
  if (libraryId === undefined || !entry) return false
  const nameOfValue = (value: unknown) => {
    const referenced = targets[member]
    return typeof value === 'number' && referenced ? sections[referenced].references.nameOf(value) : undefined
  }
  const describe = (name: string | undefined) =>
    name === undefined ? `without a ${member}` : `with the ${member} ${JSON.stringify(name)}`
  const before = nameOfValue(context.sections[target].unmatchedValues.get(libraryId))
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
    return `The library has ${JSON.stringify(nameOf(resources[target], entry as never))} ${from} (id ${libraryId}), and the file has it ${to}. If it is the same ${kind} with another ${what}, write "formerly": ${JSON.stringify(formerly)}. If the library should have both, name each by its key.`
  }
  problems.addToGroup(
    `${target} ${index} has another identity`,
    pointerOf(target, index),
    describeChange,
    (more) => ` ${more + 1} ${more === 0 ? 'reference names' : 'references name'} it.`,
  )
  return true
}

/** Adds the records that accepted renames give to entries to the matcher. */
export const acceptRenames = (
  { catalogue, options }: SeedContext,
  { name, identity }: Resource,
  matcher: FormerMatcher,
): void => {
  for (const { section, index, id } of options.acceptedRenames ?? []) {
    const entry = catalogue[name][index]
    if (section !== name || !entry) continue
    matcher.addId(index, id)
    // The record loses a label that the entry leaves out: without a key, the next seed would not find it with one.
    if (entry.key === undefined) for (const member of identity) entry[member] ??= null
  }
}
