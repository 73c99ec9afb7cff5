import { Type } from '@sinclair/typebox'
import { Text } from '../../validation/text.ts'

/** POST /labels, and PUT /labels/:id: a name is all that a label has. */
export const LabelBody = Type.Object({ name: Text(100) })
