import type { TArray, TObject } from '@sinclair/typebox'
import type { Field } from '../validation/field.ts'
import { required as missing } from '../validation/rules.ts'
import { type Catalogue, entries, type SectionName, sectionNames } from './format.ts'
import { emptyFile, noteRepeated, notJson, withPositions } from './positions.ts'
import { type ProblemList as List, ProblemList, step } from './problems.ts'
import { collectGarbage } from './tidy.ts'

/**
 * Reads the text of a catalogue file, with every value as it will be kept. References are only read here, and resolved
 * against the library later; so that one run finds the problems of both kinds, an entry with problems stays in its place.
 * @throws InvalidCatalogue for a text that is no JSON object.
 */
export const readCatalogue = (text: string): { catalogue: Catalogue; problems: ProblemList } => {
  const value = parse(text)
  const problems = new ProblemList()
  if (!isObject(value)) {
    problems.add('', `A catalogue is a JSON object with ${list(sectionNames)}.`)
    throw withPositions(text, problems)
  }
  noteRepeated(text, problems)
  const catalogue = outline(value, problems)
  for (const name of sectionNames) {
    const section: unknown[] = catalogue[name]
    for (let at = 0; at < section.length; at++) {
      section[at] = checkEntry(name, at, section[at], problems)
      if (at % 10_000 === 0) collectGarbage()
    }
  }
  return { catalogue, problems }
}

const parse = (text: string): unknown => {
  if (text.trim() === '') throw emptyFile()
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text)
  }
}

const outline = (value: Record<string, unknown>, problems: List): Catalogue => {
  const catalogue: Catalogue = { labels: [], genres: [], artists: [], albums: [], tracks: [] }
  for (const name of Object.keys(value)) {
    if (name === '$schema' || Object.hasOwn(entries, name)) continue
    problems.add(step(name), `A catalogue has no "${name}"; it has ${list(sectionNames)}.`)
  }
  if (value.$schema !== undefined && typeof value.$schema !== 'string') {
    problems.add('/$schema', 'The $schema must be text: where the schema of this file is.')
  }
  for (const name of sectionNames) {
    const section = value[name]
    if (section === undefined) continue
    if (!Array.isArray(section)) {
      problems.add(step(name), `The ${name} must be an array of objects.`)
      continue
    }
    // Its entries are checked next.
    Object.assign(catalogue, { [name]: section })
  }
  return catalogue
}

const article = (section: SectionName) => `${/^[aeiou]/.test(section) ? 'An' : 'A'} ${section.slice(0, -1)}`

/** Stands for what an entry is known by, where that has a problem: fits nothing, and is like no other. */
const unknown = (section: SectionName, at: number) => `\u0000 ${section} ${at}`

// Nothing is made for a value without a problem: a file may have millions of them.

const checkEntry = (section: SectionName, at: number, entry: unknown, problems: List): unknown => {
  const schema = entries[section]
  const pointer = (...path: (string | number)[]) => [section, at, ...path].map(step).join('')
  if (!isObject(entry)) {
    problems.add(pointer(), `${article(section)} is an object with ${list(Object.keys(schema.properties))}.`)
    return { name: unknown(section, at), title: unknown(section, at), file_path: unknown(section, at) }
  }
  for (const name in entry) {
    if (Object.hasOwn(schema.properties, name)) continue
    const known = list(Object.keys(schema.properties))
    problems.add(pointer(name), `${article(section)} has no "${name}"; it has ${known}.`)
  }
  for (const { name, required, field, items } of members[section]) {
    const value = entry[name]
    if (value === undefined && !required) continue
    if (items && Array.isArray(value)) {
      for (let item = 0; item < value.length; item++) {
        const problem = items.validate(value[item])
        if (problem === undefined) value[item] = items.normalize(value[item])
        else problems.add(pointer(name, item), `Entry ${item + 1} of ${name} ${problem}`)
      }
      continue
    }
    const problem = items ? 'must be an array of texts.' : field.validate(value)
    if (problem === undefined) {
      entry[name] = field.normalize(value)
      continue
    }
    const blank = !required && problem === missing ? 'must be text with something in it, or be left out.' : problem
    problems.add(pointer(name), `The ${name} ${blank}`)
    if (required || name === 'key') entry[name] = unknown(section, at)
  }
  return entry
}

interface Member {
  name: string
  required: boolean
  field: Field
  /** Where the member is an array: what each of its items is. */
  items: Field | undefined
}

const membersOf = ({ properties, required }: TObject): Member[] =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    required: required?.includes(name) ?? false,
    field: property as Field,
    items: property.type === 'array' ? ((property as TArray).items as Field) : undefined,
  }))

const members = Object.fromEntries(sectionNames.map((name) => [name, membersOf(entries[name])])) as Record<
  SectionName,
  Member[]
>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
