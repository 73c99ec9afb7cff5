import type { TArray, TObject } from '@sinclair/typebox'
import { fromKeys, isObject } from '../../base/objects.ts'
import { capitalize, joinWords, withArticle } from '../../base/words.ts'
import type { FieldSchema } from '../../validation/field.ts'
import { maxTextLength, required as missing } from '../../validation/rules.ts'
import { type ParsedEntry, toNormalForm } from '../entries.ts'
import { suggestMember } from '../suggest.ts'
import { type ProblemList, pointerOf, quoteName } from './problems.ts'

interface MemberRule {
  name: string
  required: boolean
  /** Whether the member is what references name the record by. It is stored in normal form. */
  isName: boolean
  field: FieldSchema
  /** The field of each item, when the member is an array. */
  itemField: FieldSchema | undefined
}

const rulesOf = ({ properties, required }: TObject, names: readonly string[]): MemberRule[] =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    required: required?.includes(name) ?? false,
    isName: names.includes(name),
    // Every property of an entry is a FieldSchema, or an array of Fields, whose own `field` is not used.
    field: property as FieldSchema,
    itemField: property.type === 'array' ? ((property as TArray).items as FieldSchema) : undefined,
  }))

export type EntryValidator = (index: number, entry: unknown, problems: ProblemList) => ParsedEntry

/**
 * Creates a function that validates an entry of a section, and puts its values into the form in which they are stored, in
 * place. It returns the entry, or a placeholder for a value that is not an object, and adds each problem to `problems`.
 * It allocates nothing for a valid value, since a file may have millions of them.
 * @param kind - the name of one record in sentences
 * @param names - the members that are put into normal form (NFC)
 * @param otherForm - the schema of the other form that entries of the section may have, for advice
 */
export const createEntryValidator = (
  section: string,
  kind: string,
  schema: TObject,
  names: readonly string[] = [],
  otherForm?: TObject,
): EntryValidator => {
  const rules = rulesOf(schema, names)
  const subject = capitalize(withArticle(kind))
  const members = Object.keys(schema.properties)
  const otherMembers = Object.keys(otherForm?.properties ?? {}).filter((name) => !members.includes(name))
  const mayHaveOtherForm = (entry: ParsedEntry) =>
    otherForm !== undefined &&
    Object.keys(entry).every((name) => !members.includes(name) || Object.hasOwn(otherForm.properties, name))
  const onlyMember = schema.required?.length === 1 ? schema.required[0] : undefined
  return (index, entry, problems) => {
    if (!isObject(entry)) {
      problems.addInvalidName(section, entry)
      problems.add(pointerOf(section, index), () => {
        const isName = typeof entry === 'string' && onlyMember !== undefined && names.includes(onlyMember)
        const advice = isName ? ` Write {"${onlyMember}": ${JSON.stringify(entry.slice(0, maxTextLength))}}.` : ''
        return `${subject} is an object with ${joinWords(members)}.${advice}`
      })
      return fromKeys(schema.required ?? [], () => placeholder(section, index))
    }
    let isValid = true
    for (const name in entry) {
      if (Object.hasOwn(schema.properties, name)) continue
      problems.add(pointerOf(section, index, name), () => {
        const hint = mayHaveOtherForm(entry) ? ` To remove the ${kind}, write ${joinWords(otherMembers, 'or')}.` : ''
        return describeUnknownMember(subject, name, members, { members: otherMembers, hint })
      })
      isValid = false
    }
    for (const rule of rules) if (!validateMember(section, index, entry, rule, problems)) isValid = false
    return isValid ? entry : keepMembers(entry, rules)
  }
}

/**
 * Describes a member that is unknown, with the one that may be meant.
 * @param other - members that may be meant, too, and a hint at them where none of all is similar
 */
export const describeUnknownMember = (
  subject: string,
  name: string,
  members: readonly string[],
  other: { members: readonly string[]; hint: string } = { members: [], hint: '' },
): string => {
  const suggestion = suggestMember(name, [...members, ...other.members])
  if (suggestion !== undefined) return `${subject} has no ${quoteName(name)}. Did you mean ${suggestion}?`
  return `${subject} has no ${quoteName(name)}; it has ${joinWords(members)}.${other.hint}`
}

/** Returns an entry without the members that no record has. They may be of any size. */
const keepMembers = (entry: ParsedEntry, rules: readonly MemberRule[]): ParsedEntry => {
  const kept: ParsedEntry = {}
  for (const { name } of rules) if (Object.hasOwn(entry, name)) kept[name] = entry[name]
  return kept
}

/** Validates a member, and removes an invalid value. Returns whether it is valid. */
const validateMember = (
  section: string,
  index: number,
  entry: ParsedEntry,
  { name, required, isName, field, itemField }: MemberRule,
  problems: ProblemList,
): boolean => {
  const value = entry[name]
  if (value === undefined && !required) return true
  if (itemField && Array.isArray(value)) {
    let isValid = true
    for (let item = 0; item < value.length; item++) {
      const problem = itemField.validate(value[item])
      if (problem === undefined) value[item] = itemField.normalize(value[item])
      else {
        problems.add(pointerOf(section, index, name, item), `Entry ${item + 1} of ${name} ${problem}`)
        value[item] = null
        isValid = false
      }
    }
    return isValid
  }
  let written = value
  let problem = itemField ? arrayProblem(itemField) : field.validate(value)
  // A text that is much too long would take long.
  if (problem === undefined && isName && typeof value === 'string') {
    written = toNormalForm(value)
    problem = field.validate(written)
  }
  if (problem === undefined) {
    entry[name] = field.normalize(written)
    return true
  }
  problems.add(pointerOf(section, index, name), () => {
    const sentence = !required && problem === missing ? 'must be text with something in it, or be left out.' : problem
    const advice = itemField ? adviseArray(itemField, value) : field.advise?.(value)
    return [`The ${name} ${sentence}`, advice].filter(Boolean).join(' ')
  })
  if (isName) problems.addInvalidName(section, value)
  entry[name] = required || name === 'key' ? placeholder(section, index) : undefined
  return false
}

const arrayProblem = ({ type }: FieldSchema) => (type === 'string' ? 'must be an array of texts.' : 'must be an array.')

const adviseArray = ({ type }: FieldSchema, value: unknown) => {
  if (value === null) return 'Write [] for none, or leave it out.'
  return type === 'string' && typeof value === 'string'
    ? `Write [${JSON.stringify(value.slice(0, maxTextLength))}].`
    : undefined
}

/** Replaces an invalid value that identifies an entry. No valid text equals it, and no two entries have the same one. */
export const placeholder = (section: string, index: number): string => `\u0000 ${section} ${index}`
