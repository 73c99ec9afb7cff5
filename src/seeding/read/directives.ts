import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { ParsedEntry } from '../entries.ts'
import { type Former, isRemoval, removalEntrySchema } from '../format/entrySchema.ts'
import { pointerOf } from './problems.ts'
import { createEntryValidator, type EntryValidator, placeholder } from './validateEntry.ts'

/** Creates a function that validates an entry that merges or deletes a record, as `createEntryValidator` does for others. */
export const createRemovalValidator = (
  section: string,
  resource: Resource,
  names: readonly string[],
): EntryValidator => {
  const validate = createEntryValidator(section, 'entry that merges or deletes', removalEntrySchema(resource), names)
  const [name] = resource.identity
  return (index, value, problems) => {
    const entry = validate(index, value, problems)
    if (entry.merge_into !== undefined && entry.delete !== undefined) {
      problems.add(pointerOf(section, index, 'delete'), 'An entry has merge_into or delete. Take one of them out.')
    }
    if (entry.key !== undefined || entry[name] !== undefined) return entry
    problems.add(pointerOf(section, index, name), `The ${name} or the key of the ${resource.kind} is required.`)
    entry[name] = placeholder(section, index)
    return entry
  }
}

/** An entry that merges or deletes a record. */
interface Removal {
  /** The record that all references are moved to, as the file names it. Without it the record is only deleted. */
  mergeInto: string | undefined
}

/** What the entries of a section say beyond the members of their records, by the index of the entry. */
export interface Directives {
  formers: ReadonlyMap<number, Former>
  removals: ReadonlyMap<number, Removal>
}

/** The number of entries that are looked at before others may run. */
const entriesPerSlice = 100

/** Takes the directives out of the entries of a section, which must have been validated. */
export const takeDirectives = async (entries: readonly ParsedEntry[]): Promise<Directives> => {
  const formers = new Map<number, Former>()
  const removals = new Map<number, Removal>()
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerSlice === 0) await yieldIfDue()
    if (isRemoval(entry)) {
      const { merge_into } = entry
      removals.set(index, { mergeInto: typeof merge_into === 'string' ? merge_into : undefined })
    } else if (typeof entry.formerly === 'object') {
      // The validator has put it into this form, unless it has a problem.
      formers.set(index, entry.formerly as Former)
    }
    // Deleting the member would make the entry several times as large.
    if (entry.formerly !== undefined) entry.formerly = undefined
  }
  return { formers, removals }
}
