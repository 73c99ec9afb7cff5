import type { TArray, TObject, TSchema } from '@sinclair/typebox'
import type { Field } from '../fields/field.ts'
import { type Catalogue, entries, sectionNames } from './format.ts'
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
    section.forEach((entry, at) => {
      checkEntry(name.slice(0, -1), entries[name], entry, () => step(name) + step(at), problems)
    })
    // What has passed the checks has the type that they are made from.
    Object.assign(catalogue, { [name]: section })
  }
  return catalogue
}

const checkEntry = (kind: string, schema: TObject, entry: unknown, pointer: () => string, problems: List) => {
  if (!isObject(entry)) {
    problems.add(pointer(), `A ${kind} is an object with ${list(Object.keys(schema.properties))}.`)
    return
  }
  for (const name in entry) {
    if (Object.hasOwn(schema.properties, name)) continue
    problems.add(pointer() + step(name), `A ${kind} has no "${name}"; it has ${list(Object.keys(schema.properties))}.`)
  }
  for (const [name, member] of membersOf(schema)) {
    const value = entry[name]
    if (value === undefined && !member.required) continue
    if (member.items) checkItems(name, member.items, value, () => pointer() + step(name), problems)
    else entry[name] = kept(name, member.field, value, () => pointer() + step(name), problems)
  }
}

const checkItems = (name: string, field: Field, value: unknown, pointer: () => string, problems: List) => {
  if (!Array.isArray(value)) {
    problems.add(pointer(), `The ${name} must be an array of texts.`)
    return
  }
  for (let at = 0; at < value.length; at++) {
    value[at] = kept(`entry in ${name}`, field, value[at], () => pointer() + step(at), problems)
  }
}

/** The value in the form in which it is kept. */
const kept = (name: string, field: Field, value: unknown, pointer: () => string, problems: List): unknown => {
  const problem = field.problem(value)
  if (problem === undefined) return field.keep(value)
  problems.add(pointer(), `The ${name} ${problem}`)
  return value
}

interface Member {
  required: boolean
  field: Field
  /** Where the member is an array: what each of its items is. */
  items?: Field
}

const members = new WeakMap<TObject, [string, Member][]>()

const membersOf = (schema: TObject): [string, Member][] => {
  const known = members.get(schema)
  if (known) return known
  const made = Object.entries(schema.properties).map(([name, property]): [string, Member] => {
    const member = { required: schema.required?.includes(name) ?? false, field: property as Field }
    return [name, isArray(property) ? { ...member, items: property.items as Field } : member]
  })
  members.set(schema, made)
  return made
}

const isArray = (schema: TSchema): schema is TArray =>
  'items' in schema && typeof schema.items === 'object' && !('problem' in schema)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
