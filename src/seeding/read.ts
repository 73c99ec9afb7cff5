import { fromKeys } from '../records.ts'
import { collectGarbage } from './collectGarbage.ts'
import type { Catalogue, ParsedEntry } from './format.ts'
import { emptyFileError, findDuplicateMembers, syntaxError } from './jsonSyntax.ts'
import { withPositions } from './positions.ts'
import { ProblemList, pointerOf } from './problems.ts'
import { type SectionName, sectionNames } from './sections.ts'
import { isObject, joinWords, validateEntry } from './validateEntry.ts'

/**
 * Reads the text of a catalogue file. Values are returned in the form in which they are stored, references as they are.
 * Entries with problems keep their place, so that a later step can find the problems of references in the same run.
 * @throws InvalidCatalogue when the text is not a JSON object.
 */
export const readCatalogue = (text: string): { catalogue: Catalogue; problems: ProblemList } => {
  const value = parse(text)
  const problems = new ProblemList()
  if (!isObject(value)) {
    problems.add('', `A catalogue is a JSON object with ${joinWords(sectionNames)}.`)
    throw withPositions(text, problems)
  }
  findDuplicateMembers(text, problems)
  reportUnknownMembers(value, problems)
  const catalogue = readSections(value, problems)
  for (const name of sectionNames) validateSection(name, catalogue[name], problems)
  return { catalogue, problems }
}

const parse = (text: string): unknown => {
  if (text.trim() === '') throw emptyFileError()
  try {
    return JSON.parse(text)
  } catch {
    throw syntaxError(text)
  }
}

const reportUnknownMembers = (value: Record<string, unknown>, problems: ProblemList): void => {
  for (const name of Object.keys(value)) {
    if (name === '$schema' || sectionNames.some((section) => section === name)) continue
    problems.add(pointerOf(name), `A catalogue has no "${name}"; it has ${joinWords(sectionNames)}.`)
  }
  if (value.$schema !== undefined && typeof value.$schema !== 'string') {
    problems.add('/$schema', 'The $schema must be text: where the schema of this file is.')
  }
}

const readSections = (value: Record<string, unknown>, problems: ProblemList): Catalogue =>
  fromKeys(sectionNames, (name) => {
    const section = value[name]
    // The entries of an array are validated next.
    if (Array.isArray(section)) return section
    if (section !== undefined) problems.add(pointerOf(name), `The ${name} must be an array of objects.`)
    return []
  })

/** Validates entries, and replaces them in place, so that a large file is in memory only once. */
const validateSection = (name: SectionName, entries: ParsedEntry[], problems: ProblemList): void => {
  for (const [index, entry] of entries.entries()) {
    entries[index] = validateEntry(name, index, entry, problems)
    if (index % 10_000 === 0) collectGarbage()
  }
}
