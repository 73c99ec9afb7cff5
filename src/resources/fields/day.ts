import { Type } from '@sinclair/typebox'
import { NullableDay } from '../../validation/day.ts'
import { describe, Nullable, Timestamp } from '../../validation/schemas.ts'
import { instant } from '../columns.ts'
import type { Field } from './field.ts'

/** A day that may be missing. It is stored as an instant. @param example - as YYYY-MM-DD */
export const optionalDay = ({ example }: { example: string }) =>
  ({
    form: { kind: 'day' },
    column: instant,
    isInstant: true,
    response: Nullable(Timestamp),
    body: Type.Optional(NullableDay()),
    entry: Type.Optional(
      describe(
        'A day as YYYY-MM-DD, or a date and time with an offset; null for none.',
        [example, `${example}T00:00:00Z`],
        NullableDay(),
      ),
    ),
    example: `${example}T00:00:00.000000Z`,
    bodyExample: example,
    isSortable: true,
  }) satisfies Field
