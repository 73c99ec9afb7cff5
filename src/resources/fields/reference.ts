import { Type } from '@sinclair/typebox'
import { integer } from 'drizzle-orm/sqlite-core'
import { withArticle } from '../../base/words.ts'
import { NullableReference, References } from '../../validation/reference.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { describe, Nullable, withExample } from '../../validation/schemas.ts'
import { NullableText, Text } from '../../validation/text.ts'
import type { Field, Fields, FormField } from './field.ts'

/** What a reference needs to know of the resource that it refers to. */
export interface ReferencedResource {
  name: string
  kind: string
  fields: Fields
  identity: readonly [string, ...string[]]
  example: number
}

/** The maximum number of characters of a name or key in the catalogue file. */
const maxName = maxTextLength

const exampleName = ({ fields, identity }: ReferencedResource) => fields[identity[0]]?.example

/** A field that holds the id of a record. */
export interface ReferenceField extends Field {
  resource: ReferencedResource
}

/**
 * The id of a record of another resource, or null for none. The name of the field ends in `_id`. Responses nest the record under
 * the name without this ending, and an entry of the catalogue file names it there.
 */
export const reference = (resource: ReferencedResource) =>
  ({
    form: { kind: 'reference', resource: resource.name },
    resource,
    column: () => integer(),
    response: Nullable(Type.Integer()),
    body: Type.Optional(NullableReference()),
    entry: Type.Optional(
      describe(
        `The key or the ${resource.identity[0]} of ${withArticle(resource.kind)}; null for none.`,
        [exampleName(resource)],
        NullableText(maxName),
      ),
    ),
    example: resource.example,
  }) satisfies ReferenceField

export const isReference = (field: Field): field is ReferenceField => 'resource' in field

/** The member that nests the record to which a field refers: the name of the field without `_id`. */
export const nestedName = (field: string): string => field.slice(0, -'_id'.length)

/** A many-to-many relation. Responses nest the records, a body has their ids, and an entry of the catalogue file their names. */
export interface Relation {
  resource: ReferencedResource
  /** The table that joins both. */
  table: string
  form: FormField
  body: ReturnType<typeof idsOf>
  entry: Field['entry']
}

const idsOf = (example: number) => withExample(Type.Optional(References()), [example])

/** @param owner - the kind of the resource that has the relation */
export const relation = (resource: ReferencedResource, owner: string, table: string): Relation => ({
  resource,
  table,
  form: { kind: 'references', resource: resource.name },
  body: idsOf(resource.example),
  entry: Type.Optional(
    describe(
      `All ${resource.name} of the ${owner}, by key or by name.`,
      [[exampleName(resource)]],
      Type.Array(Text(maxName)),
    ),
  ),
})

/** The member of a body with the ids of a relation's records, such as `artist_ids`. */
export const idsName = ({ resource }: { resource: { kind: string } }): string => `${resource.kind}_ids`
