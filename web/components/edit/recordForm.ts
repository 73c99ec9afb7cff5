import type { FormValidateInput, UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { ResourceName } from '../../resources/names.ts'
import type { FieldValue } from './recordChanges.ts'

/** What a form holds, by the names of the members of its body. */
export type FormValues = Record<string, FieldValue>

/** The form of a resource. */
export interface RecordForm<Listed, Values extends FormValues, Body> {
  resource: ResourceName
  /** The values of a record; those of an empty form without one. */
  readValues(record?: Listed): Values
  /** The body of a request with all members. Numbers of an array are in their order, since bodies are compared. */
  toBody(values: Values): Body
  validate?: FormValidateInput<Values>
  Fields(props: { form: UseFormReturnType<Values> }): ReactNode
}
