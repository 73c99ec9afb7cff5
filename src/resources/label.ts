import type { Static } from '@sinclair/typebox'
import { NamedObject } from '../validation/schemas.ts'
import { bodyOf, recordOf } from './fields/field.ts'
import { text } from './fields/text.ts'
import type { ResourceDescription } from './resource.ts'

const fields = {
  name: text({ max: 100, description: 'The name of the label', example: 'Columbia' }),
}

export const label = {
  name: 'labels',
  kind: 'label',
  summary: 'Record labels.',
  fields,
  example: 11,
  identity: ['name'],
} as const satisfies ResourceDescription

/** A label, as all responses contain it. */
export const Label = NamedObject('Label', recordOf(label))
export type Label = Static<typeof Label>

/** The body of POST /labels and PUT /labels/:id. */
export const LabelBody = NamedObject('LabelBody', bodyOf(fields))
