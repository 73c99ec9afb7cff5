import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { fromKeys, isObject } from '../../base/objects.ts'
import { capitalize, joinWords, withArticle } from '../../base/words.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { type FieldSchema, field } from '../../validation/field.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { closed, describe } from '../../validation/schemas.ts'
import { Text } from '../../validation/text.ts'

// An entry of a section has one of two forms: it describes a record, or it removes one.

/**
 * What a record was called before the file was edited: its key alone, or members of its identity. Members that are absent
 * have the value of the entry.
 */
export type Former = Readonly<Record<string, string | null>>

/** The schema of an entry that describes a record: the members of the record, and `formerly`. */
export const recordEntrySchema = (resource: Resource): TObject =>
  Type.Object({ ...resource.entry.properties, formerly: Type.Optional(Formerly(resource)) }, closed)

/** The schema of an entry that merges or deletes a record. It identifies the record by its key, or else as other entries do. */
export const removalEntrySchema = ({ kind, entry, identity }: Resource): TObject =>
  Type.Object(
    {
      key: Type.Optional(propertyOf(entry, 'key')),
      ...fromKeys(identity, (member) => Type.Optional(propertyOf(entry, member))),
      merge_into: Type.Optional(
        describe(
          `The key or name of another ${kind}. All that refers to this ${kind} will refer to that one, and this one is deleted.`,
          propertyOf(entry, identity[0]).examples,
          Text(maxTextLength),
        ),
      ),
      delete: Type.Optional(describe(`Deletes this ${kind}.`, [true], True())),
    },
    closed,
  )

/** Whether an entry removes its record, instead of describing it. */
export const isRemoval = (entry: unknown): boolean =>
  isObject(entry) && (Object.hasOwn(entry, 'merge_into') || Object.hasOwn(entry, 'delete'))

/** The JSON Schema of the entries of a section, in both forms. */
export const sectionEntrySchema = (resource: Resource): TSchema => {
  const record = recordEntrySchema(resource)
  const removal = removalEntrySchema(resource)
  const onlyInRecords = Object.keys(record.properties).filter((member) => !(member in removal.properties))
  return Type.Unsafe({
    type: 'object',
    ...closed,
    description: `${capitalize(withArticle(resource.kind))}.`,
    defaultSnippets: [snippet(resource.kind, record.required ?? [])],
    properties: { ...record.properties, ...removal.properties },
    if: { anyOf: [{ required: ['merge_into'] }, { required: ['delete'] }] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: fromKeys(onlyInRecords, () => false),
      anyOf: [{ required: ['key'] }, { required: [resource.identity[0]] }],
      not: { required: ['merge_into', 'delete'] },
    },
    else: { required: record.required },
  })
}

/** An entry with the members that it has to have, which editors offer to insert. */
export const snippet = (kind: string, members: readonly string[]) => ({
  label: `a new ${kind}`,
  body: fromKeys(members, (member) => `$${members.indexOf(member) + 1}`),
})

// Every property of an entry is a FieldSchema; the array of a relation is no part of an identity.
const propertyOf = ({ properties }: TObject, member: string) => properties[member] as FieldSchema

const True = () =>
  field<true, true>({
    jsonSchema: { const: true },
    validate: (value) => (value === true ? undefined : 'must be true, or be left out.'),
    normalize: (value) => value,
  })

const Formerly = ({ kind, entry, identity }: Resource) => {
  const [name] = identity
  const oldIdentity = fromKeys(identity, (member) => Type.Optional(propertyOf(entry, member)))
  const problem = `must be the old ${name} of the ${kind}, or an object with the old ${joinWords([...identity, 'key'], 'or')}.`
  const isFormer = (value: unknown): value is Record<string, string | null> => {
    if (!isObject(value)) return false
    const members = Object.keys(value)
    if (members.join() === 'key') return !propertyOf(entry, 'key').validate(value.key)
    return (
      members.length > 0 &&
      members.every((member) => identity.includes(member) && !propertyOf(entry, member).validate(value[member]))
    )
  }
  return field<string | Record<string, string | null>, Former>({
    jsonSchema: {
      description: `What the ${kind} was called in the library before: its old ${name}, or an object with its old ${joinWords([...identity, 'key'], 'or')}. It is renamed, and keeps its likes and everything that refers to it.`,
      examples: propertyOf(entry, name).examples,
      anyOf: [
        propertyOf(entry, name),
        Type.Object({ key: propertyOf(entry, 'key') }, closed),
        Type.Object(oldIdentity, { ...closed, minProperties: 1 }),
      ],
    },
    validate: (value) => {
      if (typeof value === 'string') return propertyOf(entry, name).validate(value)
      return isFormer(value) ? undefined : problem
    },
    normalize: (value) => {
      const members = typeof value === 'string' ? { [name]: value } : value
      const normalized = Object.entries(members).map(([member, text]) => [
        member,
        propertyOf(entry, member).normalize(text),
      ])
      return Object.fromEntries(normalized)
    },
  })
}
