import type { Resource } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { FormerMatcher } from './formerMatcher.ts'

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
