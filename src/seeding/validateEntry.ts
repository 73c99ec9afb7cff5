import type { TArray, TObject } from '@sinclair/typebox'
import { fromKeys } from '../records.ts'
import type { Field } from '../validation/field.ts'
import { required as missing } from '../validation/rules.ts'
import { entrySchemas, type ParsedEntry } from './format.ts'
import { type ProblemList, pointerOf } from './problems.ts'
import { type SectionName, sectionNames, sections } from './sections.ts'

interface MemberRule {
  name: string
  required: boolean
  field: Field
  /** The field of each item, when the member is an array. */
  itemField: Field | undefined
}

const rulesOf = ({ properties, required }: TObject): MemberRule[] =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    required: required?.includes(name) ?? false,
    // Every property of an entry is a Field, or an array of Fields, whose own `field` is not used.
    field: property as Field,
    itemField: property.type === 'array' ? ((property as TArray).items as Field) : undefined,
  }))

const rules = fromKeys(sectionNames, (name) => rulesOf(entrySchemas[name]))

/**
 * Validates an entry, and puts its values into the form in which they are stored, in place. Returns the entry, or a
 * placeholder for a value that is not an object. Adds each problem to `problems`.
 * It allocates nothing for a valid value, since a file may have millions of them.
 */
export const validateEntry = (
  section: SectionName,
  index: number,
  entry: unknown,
  problems: ProblemList,
): ParsedEntry => {
  if (!isObject(entry)) {
    problems.add(pointerOf(section, index), `${withArticle(section)} is an object with ${memberList(section)}.`)
    return fromKeys(entrySchemas[section].required ?? [], () => placeholder(section, index))
  }
  const { properties } = entrySchemas[section]
  for (const name in entry) {
    if (Object.hasOwn(properties, name)) continue
    const sentence = () => `${withArticle(section)} has no "${name}"; it has ${memberList(section)}.`
    problems.add(pointerOf(section, index, name), sentence)
  }
  for (const rule of rules[section]) validateMember(section, index, entry, rule, problems)
  return entry
}

const validateMember = (
  section: SectionName,
  index: number,
  entry: ParsedEntry,
  { name, required, field, itemField }: MemberRule,
  problems: ProblemList,
): void => {
  const value = entry[name]
  if (value === undefined && !required) return
  if (itemField && Array.isArray(value)) {
    for (let item = 0; item < value.length; item++) {
      const problem = itemField.validate(value[item])
      if (problem === undefined) value[item] = itemField.normalize(value[item])
      else problems.add(pointerOf(section, index, name, item), `Entry ${item + 1} of ${name} ${problem}`)
    }
    return
  }
  const problem = itemField ? 'must be an array of texts.' : field.validate(value)
  if (problem === undefined) {
    entry[name] = field.normalize(value)
    return
  }
  const sentence = !required && problem === missing ? 'must be text with something in it, or be left out.' : problem
  problems.add(pointerOf(section, index, name), `The ${name} ${sentence}`)
  if (required || name === 'key') entry[name] = placeholder(section, index)
}

/** Replaces an invalid value that identifies an entry. No valid text equals it, and no two entries have the same one. */
const placeholder = (section: SectionName, index: number): string => `\u0000 ${section} ${index}`

const withArticle = (section: SectionName): string => {
  const { kind } = sections[section]
  return `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}`
}

const memberList = (section: SectionName): string => joinWords(Object.keys(entrySchemas[section].properties))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Joins words to a list as a sentence has it: `a, b and c`. */
export const joinWords = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
