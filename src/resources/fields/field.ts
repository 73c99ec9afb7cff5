import { type TSchema, Type } from '@sinclair/typebox'
import type { AnyColumn } from 'drizzle-orm'
import type { CheckBuilder, SQLiteColumnBuilderBase } from 'drizzle-orm/sqlite-core'
import { mapValues } from '../../base/objects.ts'
import { timestamps, withExample } from '../../validation/schemas.ts'

// A field is one member of a record. Everything that the program says about the member follows from its field. Each kind of
// field has a file of its own beside this one.

/** What a form of the console needs to know of a field. */
export interface FormField {
  kind: 'text' | 'day' | 'duration' | 'choice' | 'reference' | 'references'
  isRequired?: boolean
  /** The maximum number of characters (Unicode code points) of a text. */
  maxLength?: number
  /** The values of a choice. The first one is the default. */
  values?: readonly string[]
  /** The name of the resource that a reference refers to. */
  resource?: string
}

export interface Field {
  form: FormField
  /** Creates the column. Its name is that of the member. */
  column(): SQLiteColumnBuilderBase
  /** Creates the constraint of the column. */
  check?(table: string, column: AnyColumn): CheckBuilder
  /** Whether the column holds instants. The table constrains all of them at once. */
  isInstant?: boolean
  /** The schema of the member in responses. */
  response: TSchema
  /** The schema of the member in the body of a POST: optional unless the member is required. */
  body: TSchema
  /** The schema of the member in an entry of the catalogue file. */
  entry: TSchema
  /** A value in a response. */
  example: unknown
  /** A value in a body, if it has another form there. */
  bodyExample?: unknown
  /** Whether records can be sorted by it in a search. Names and titles always can. */
  isSortable?: boolean
  /** Whether the text is the path of a file. Paths are compared as they are, names in normal form. */
  isPath?: boolean
}

export type Fields = Record<string, Field>

type Properties<Of extends Fields, Part extends 'response' | 'body'> = { [Name in keyof Of]: Of[Name][Part] }

/** The members that are texts and that a record has to have. */
export const requiredTextsOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.form.kind === 'text' && fields[name].form.isRequired)

/** The columns of the members. */
export const columnsOf = <Of extends Fields>(fields: Of) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.column()])) as {
    [Name in keyof Of]: ReturnType<Of[Name]['column']>
  }

/** The schemas of the members of a record in responses, without nested records. @param example - the id */
export const recordOf = <Of extends Fields>({ fields, example }: { fields: Of; example: number }) => ({
  id: withExample(Type.Integer(), example),
  ...(mapValues(fields, ({ response, example }) => withExample(response, example)) as Properties<Of, 'response'>),
  ...timestamps,
})

/** The schemas of the members in the body of a POST. */
export const bodyOf = <Of extends Fields>(fields: Of) =>
  mapValues(fields, ({ body, example, bodyExample = example }) => withExample(body, bodyExample)) as Properties<
    Of,
    'body'
  >
