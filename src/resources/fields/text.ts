import { Type } from '@sinclair/typebox'
import { text as textColumn } from 'drizzle-orm/sqlite-core'
import { describe, Nullable } from '../../validation/schemas.ts'
import { NullableText, Text } from '../../validation/text.ts'
import { checkLength } from '../columns.ts'
import type { Field } from './field.ts'

interface TextOptions {
  /** The maximum number of characters (Unicode code points). */
  max: number
  /** What the text is, without a full stop. */
  description: string
  example: string
  /** What else an editor says of the member of an entry, as sentences. */
  note?: string
  /** Whether it is the path of a file. */
  isPath?: boolean
}

/** Text that a record has to have. */
export const text = ({ max, description, example, note = '', isPath = false }: TextOptions) =>
  ({
    form: { kind: 'text', isRequired: true, maxLength: max },
    column: () => textColumn().notNull(),
    check: (table, column) => checkLength(`${table}_${column.name}`, column, max),
    response: Type.String(),
    body: Text(max),
    entry: describe(`${description}, 1 to ${max} characters. ${note}`.trimEnd(), [example], Text(max)),
    example,
    isPath,
  }) satisfies Field

/** Text that may be missing: it is null. */
export const optionalText = ({ max, description, example }: Omit<TextOptions, 'note' | 'isPath'>) =>
  ({
    form: { kind: 'text', maxLength: max },
    column: () => textColumn(),
    check: (table, column) => checkLength(`${table}_${column.name}`, column, max),
    response: Nullable(Type.String()),
    body: Type.Optional(NullableText(max)),
    entry: Type.Optional(
      describe(`${description}, up to ${max} characters; null for none.`, [example], NullableText(max)),
    ),
    example,
  }) satisfies Field
