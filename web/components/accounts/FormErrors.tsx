import { Alert } from '@mantine/core'
import { InvalidError } from '../../../client/index.ts'
import { describeError } from '../../describeError.ts'

/** The sentences of the server by the names of fields, for a form. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof InvalidError
    ? Object.fromEntries(Object.entries(error.errors).map(([name, sentences]) => [name, sentences.join(' ')]))
    : {}

/** What the server says about a form, unless its fields say it. */
export const FormErrors = ({ error, fields }: { error: unknown; fields: readonly string[] }) => {
  const names = Object.keys(fieldErrors(error))
  const isAtFields = names.length > 0 && names.every((name) => fields.includes(name))
  if (!error || isAtFields) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {describeError(error)}
    </Alert>
  )
}
