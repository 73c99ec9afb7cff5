import { Type } from '@sinclair/typebox'
import { sql } from 'drizzle-orm'
import { check, text } from 'drizzle-orm/sqlite-core'
import { Choice } from '../../validation/choice.ts'
import { describe } from '../../validation/schemas.ts'
import type { Field } from './field.ts'

interface ChoiceOptions<Values> {
  /** The first one is the default. */
  values: Values
  /** What the choice says, without a full stop. */
  description: string
  /** What to write in a file to seed in place of another value, as a sentence. */
  otherAdvice: string
  example: string
}

/** One of a few texts. */
export const choice = <const Values extends readonly [string, ...string[]]>({
  values,
  description,
  otherAdvice,
  example,
}: ChoiceOptions<Values>) =>
  ({
    form: { kind: 'choice', values },
    // Drizzle's type of the values is a tuple that can be written to.
    column: () =>
      text({ enum: values as unknown as [Values[number]] })
        .notNull()
        .default(values[0]),
    check: (table, column) =>
      check(`${table}_${column.name}`, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`),
    // No value is checked against the enumeration: only a valid one is ever stored.
    response: Type.Unsafe<Values[number]>(Type.String({ enum: values })),
    body: Type.Optional(Choice(values)),
    entry: Type.Optional(describe(`${description}; ${values[0]} by default.`, [example], Choice(values, otherAdvice))),
    example,
  }) satisfies Field
