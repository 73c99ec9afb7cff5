import type { TArray, TObject } from '@sinclair/typebox'
import type { Field } from '../fields/field.ts'
import { type Catalogue, entries, type SectionName, sectionNames } from './format.ts'
import { located, notJson } from './positions.ts'
import { type ProblemList as List, ProblemList, step } from './problems.ts'

/**
 * Reads the text of a catalogue file: JSON of the right form, with every value as it will be kept.
 * References are only read here, and resolved against the library later.
 * @throws BadCatalogue with every problem of the file's form.
 */
export const readCatalogue = (text: string): Catalogue => {
  const value = parse(text)
  const problems = new ProblemList()
  const catalogue = check(value, problems)
  if (problems.count > 0) throw located(text, problems)
  return catalogue
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text)
  }
}

const check = (value: unknown, problems: List): Catalogue => {
  const catalogue: Catalogue = { labels: [], genres: [], artists: [], albums: [], tracks: [] }
  if (!isObject(value)) {
    problems.add('', `A catalogue is a JSON object with ${list(sectionNames)}.`)
    return catalogue
  }
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
    for (let at = 0; at < section.length; at++) checkEntry(name, at, section[at], problems)
    // What has passed the checks has the type that they are made from.
    Object.assign(catalogue, { [name]: section })
  }
  return catalogue
}

// Nothing is made for a value without a problem: a file may have millions of them.

const checkEntry = (section: SectionName, at: number, entry: unknown, problems: List) => {
  const schema = entries[section]
  const pointer = (...path: (string | number)[]) => [section, at, ...path].map(step).join('')
  if (!isObject(entry)) {
    problems.add(pointer(), `A ${section.slice(0, -1)} is an object with ${list(Object.keys(schema.properties))}.`)
    return
  }
  for (const name in entry) {
    if (Object.hasOwn(schema.properties, name)) continue
    const known = list(Object.keys(schema.properties))
    problems.add(pointer(name), `A ${section.slice(0, -1)} has no "${name}"; it has ${known}.`)
  }
  for (const { name, required, field, items } of members[section]) {
    const value = entry[name]
    if (value === undefined && !required) continue
    if (items && Array.isArray(value)) {
      for (let item = 0; item < value.length; item++) {
        const problem = items.problem(value[item])
        if (problem === undefined) value[item] = items.keep(value[item])
        else problems.add(pointer(name, item), `The entry ${problem}`)
      }
      continue
    }
    const problem = items ? 'must be an array of texts.' : field.problem(value)
    if (problem === undefined) entry[name] = field.keep(value)
    else problems.add(pointer(name), `The ${name} ${problem}`)
  }
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
