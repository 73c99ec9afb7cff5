import { Type } from '@sinclair/typebox'
import { Text } from '../../validation/text.ts'
import { closed, describe, key } from '../entryFields.ts'

/** The body of POST /labels and PUT /labels/:id. */
export const LabelBody = Type.Object({ name: Text(100) })

/** An entry of the catalogue file. */
export const LabelEntry = Type.Object(
  { key, name: describe('The name of the label, 1 to 100 characters.', ['Columbia'], Text(100)) },
  closed,
)
