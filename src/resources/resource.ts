import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { mapValues } from '../base/objects.ts'
import { maxTextLength } from '../validation/rules.ts'
import { closed, describe } from '../validation/schemas.ts'
import { Text } from '../validation/text.ts'
import type { Fields, FormField } from './fields/field.ts'
import { idsName, isReference, nestedName, type Relation } from './fields/reference.ts'

// A resource is described once, in a file beside this one. Its table, the schemas of bodies, responses and entries of the catalogue
// file, what is cached, searched and audited, and the forms of the console follow from the description.

export interface ResourceDescription {
  /** Its path below `/api`, its table, and its section of the catalogue file. */
  name: string
  /** The name of one record in sentences. */
  kind: string
  /** What its records are, for readers of the OpenAPI document. */
  summary: string
  /** The members of a record, in the order of the columns. Identifiers and timestamps, which all records have, are left out. */
  fields: Fields
  /** The many-to-many relations, by the member that nests the records. */
  relations?: Record<string, Relation>
  /**
   * The resource whose records refer to a record, if the GET of one record nests them under its name. There may be very many: they
   * are read in ranges.
   */
  children?: string
  /** The id of the record of the sample catalogue that the fields have as their example. */
  example: number
  /** The members of an entry that identify a record without a key. References use the first of them as the record's name. */
  identity: readonly [string, ...string[]]
  /** The members that an entry has first, after its key. The others follow in the order of the fields and relations. */
  entryStart?: readonly string[]
}

/** What a form of the console has, by the members of a body. */
export const formFieldsOf = ({ fields, relations = {} }: ResourceDescription): Record<string, FormField> => ({
  ...mapValues(fields, ({ form }) => form),
  ...Object.fromEntries(Object.values(relations).map((relation) => [idsName(relation), relation.form])),
})

/** The maximum number of characters of a key. */
export const maxKey = maxTextLength

/** The name by which the catalogue file refers to a record. It is not part of any response. */
const key = Type.Optional(
  describe(
    'A name of your own for this record, unique in its section. Needed where others have the same name.',
    ['kind-of-blue-1959'],
    Text(maxKey),
  ),
)

/** Whether members of a resource refer to another one. */
export const refersTo = ({ fields, relations = {} }: ResourceDescription, name: string): boolean =>
  [...Object.values(fields).filter(isReference), ...Object.values(relations)].some(
    ({ resource }) => resource.name === name,
  )

/** The schema of an entry of the catalogue file: a record's members, with names in place of ids. */
export const entryOf = ({ fields, relations = {}, entryStart = [] }: ResourceDescription): TObject => {
  const entries: [name: string, entry: TSchema][] = [
    ...Object.entries(fields).map(([name, field]): [string, TSchema] => [
      isReference(field) ? nestedName(name) : name,
      field.entry,
    ]),
    ...Object.entries(relations).map(([name, { entry }]): [string, TSchema] => [name, entry]),
  ]
  const isFirst = ([name]: [string, TSchema]) => entryStart.includes(name)
  const first = entries.filter(isFirst).sort(([a], [b]) => entryStart.indexOf(a) - entryStart.indexOf(b))
  const others = entries.filter((entry) => !isFirst(entry))
  return Type.Object({ key, ...Object.fromEntries([...first, ...others]) }, closed)
}
