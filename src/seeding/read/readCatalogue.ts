import { fromKeys } from '../../base/objects.ts'
import { joinWords } from '../../base/words.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { type LongWork, ownWork } from '../../library/longWork.ts'
import { nameMembers } from '../entries.ts'
import { type Catalogue, entrySchemas } from '../format/catalogueFile.ts'
import { isRemoval, removalEntrySchema } from '../format/entrySchema.ts'
import { suggestMember } from '../suggest.ts'
import { createRemovalValidator } from './directives.ts'
import { InvalidCatalogue, type ProblemList, pointerOf } from './problems.ts'
import { type FileFormat, readEntries } from './readEntries.ts'
import type { FileText } from './text.ts'
import { createEntryValidator, describeUnknownMember } from './validateEntry.ts'

const format: FileFormat = {
  description: `A catalogue is a JSON object with ${joinWords(resourceNames)}.`,
  csvAdvice:
    'This looks like a CSV file. Make a catalogue file of it with: music-library import FILE.csv > catalogue.json',
  sections: resourceNames,
  maxMembers: 1_000,
  maxValues: 50_000,
  maxLength: 4_194_304,
  Invalid: InvalidCatalogue,
}

/**
 * Reads a catalogue file. Values are returned in the form in which they are stored, references as they are.
 * Entries with problems keep their place, so that a later step can find the problems of references in the same run.
 * @throws InvalidCatalogue when the text is not a JSON object.
 */
export const readCatalogue = async (
  file: FileText,
  problems: ProblemList,
  work: LongWork = ownWork,
): Promise<Catalogue> => {
  const catalogue: Catalogue = fromKeys(resourceNames, () => [])
  await readEntries(file, problems, format, {
    work,
    onEntry: (section, index, entry) => {
      const name = section as ResourceName // One of the format's resources.
      const { record, removal } = validators[name]
      const validateEntry = isRemoval(entry) ? removal : record
      catalogue[name].push(validateEntry(index, entry, problems))
    },
    onMember: (name, value) => reportMember(name, value, problems),
  })
  return catalogue
}

const reportMember = (name: string, value: unknown, problems: ProblemList): void => {
  if (name === '$schema') {
    validateSchemaMember(value, problems)
    return
  }
  if (resourceNames.some((section) => section === name)) {
    problems.addInvalidSection(name)
    problems.add(pointerOf(name), `The ${name} must be an array of objects. Write [] for none.`)
    return
  }
  const suggestion = suggestMember(name, resourceNames)
  if (suggestion !== undefined) problems.addInvalidSection(suggestion)
  const sentence =
    name === 'accounts'
      ? 'Accounts have a file of their own. Move them there, and import both files.'
      : describeUnknownMember('A catalogue', name, resourceNames)
  problems.add(pointerOf(name), sentence)
}

/** Adds a problem if the `$schema` of a file is no text. */
export const validateSchemaMember = ($schema: unknown, problems: ProblemList): void => {
  if (typeof $schema === 'string') return
  problems.add('/$schema', 'The $schema must be text: where the schema of this file is.')
}

const validators = fromKeys(resourceNames, (name) => ({
  record: createEntryValidator(
    name,
    resources[name].kind,
    entrySchemas[name],
    nameMembers,
    removalEntrySchema(resources[name]),
  ),
  removal: createRemovalValidator(name, resources[name], nameMembers),
}))
