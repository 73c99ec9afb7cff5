import type { Resource } from '../../catalogue/resources.ts'
import { removalEntrySchema } from '../format/entrySchema.ts'
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
