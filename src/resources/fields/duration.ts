import { Type } from '@sinclair/typebox'
import { integer } from 'drizzle-orm/sqlite-core'
import { NullableDuration } from '../../validation/duration.ts'
import { describe, Nullable } from '../../validation/schemas.ts'
import { checkDuration } from '../columns.ts'
import type { Field } from './field.ts'

/** A length of time in whole seconds that may be unknown. */
export const optionalDuration = ({ example }: { example: number }) =>
  ({
    form: { kind: 'duration' },
    column: () => integer(),
    check: (table, column) => checkDuration(`${table}_duration`, column),
    response: Nullable(Type.Integer({ description: 'Whole seconds.' })),
    body: Type.Optional(NullableDuration()),
    entry: Type.Optional(describe('Whole seconds; null for unknown.', [example], NullableDuration())),
    example,
    isSortable: true,
  }) satisfies Field
