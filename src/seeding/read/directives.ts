import type { ParsedEntry } from '../entries.ts'
import { type Former, isRemoval } from '../format/entrySchema.ts'

/** An entry that merges or deletes a record. */
export interface Removal {
  /** The record that all references are moved to, as the file names it. Without it the record is only deleted. */
  mergeInto: string | undefined
}

/** What the entries of a section say beyond the members of their records, by the index of the entry. */
export interface Directives {
  formers: ReadonlyMap<number, Former>
  removals: ReadonlyMap<number, Removal>
}

/** Takes the directives out of the entries of a section, which must have been validated. */
export const takeDirectives = (entries: readonly ParsedEntry[]): Directives => {
  const formers = new Map<number, Former>()
  const removals = new Map<number, Removal>()
  for (const [index, entry] of entries.entries()) {
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
