import { fromKeys } from '../records.ts'
import { collectGarbage } from './collectGarbage.ts'
import { isRemoval } from './entrySchema.ts'
import { type Catalogue, entrySchemas, type ParsedEntry } from './format.ts'
import { findDuplicateMembers, parseJson } from './jsonSyntax.ts'
import { withPositions } from './positions.ts'
import { InvalidCatalogue, ProblemList, pointerOf } from './problems.ts'
import { type SectionName, sectionNames, sections } from './sections.ts'
import { createEntryValidator, isObject, joinWords } from './validateEntry.ts'
import { createRemovalValidator } from './validateRemoval.ts'

/**
 * Reads the text of a catalogue file. Values are returned in the form in which they are stored, references as they are.
 * Entries with problems keep their place, so that a later step can find the problems of references in the same run.
 * @throws InvalidCatalogue when the text is not a JSON object.
 */
export const readCatalogue = (text: string): { catalogue: Catalogue; problems: ProblemList } => {
  const value = parseJson(text, InvalidCatalogue)
  const problems = new ProblemList()
  if (!isObject(value)) {
    problems.add('', `A catalogue is a JSON object with ${joinWords(sectionNames)}.`)
    throw new InvalidCatalogue(withPositions(text, problems))
  }
  findDuplicateMembers(text, problems)
  reportUnknownMembers(value, problems)
  const catalogue = readSections(value, problems)
  for (const name of sectionNames) validateSection(name, catalogue[name], problems)
  return { catalogue, problems }
}

const reportUnknownMembers = (value: Record<string, unknown>, problems: ProblemList): void => {
  for (const name of Object.keys(value)) {
    if (name === '$schema' || sectionNames.some((section) => section === name)) continue
    const sentence =
      name === 'accounts'
        ? 'Accounts are seeded from a file of their own. Move them there, and seed both files.'
        : `A catalogue has no "${name}"; it has ${joinWords(sectionNames)}.`
    problems.add(pointerOf(name), sentence)
  }
  validateSchemaMember(value, problems)
}

/** Adds a problem if the `$schema` of a file is no text. */
export const validateSchemaMember = ({ $schema }: Record<string, unknown>, problems: ProblemList): void => {
  if ($schema === undefined || typeof $schema === 'string') return
  problems.add('/$schema', 'The $schema must be text: where the schema of this file is.')
}

const readSections = (value: Record<string, unknown>, problems: ProblemList): Catalogue =>
  fromKeys(sectionNames, (name) => {
    const section = value[name]
    // The entries of an array are validated next.
    if (Array.isArray(section)) return section
    if (section !== undefined) problems.add(pointerOf(name), `The ${name} must be an array of objects.`)
    return []
  })

const validators = fromKeys(sectionNames, (name) => ({
  record: createEntryValidator(name, sections[name].kind, entrySchemas[name]),
  removal: createRemovalValidator(name, sections[name]),
}))

/** Validates entries, and replaces them in place, so that a large file is in memory only once. */
const validateSection = (name: SectionName, entries: ParsedEntry[], problems: ProblemList): void => {
  const { record, removal } = validators[name]
  for (const [index, entry] of entries.entries()) {
    const validateEntry = isRemoval(entry) ? removal : record
    entries[index] = validateEntry(index, entry, problems)
    if (index % 10_000 === 0) collectGarbage()
  }
}
