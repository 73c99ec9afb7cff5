import type { UseFormReturnType } from '@mantine/form'
import { ApiError, InvalidError } from '../../client/index.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'

/** Shows the sentences of the server at their fields, and gives the focus to the first of them. */
export const showFieldErrors = <Values extends object>(form: UseFormReturnType<Values>, error: unknown): void => {
  if (!(error instanceof InvalidError)) return
  const sentences = Object.entries(error.errors).map(([member, list]): [string, string] => [member, list.join(' ')])
  form.setErrors(Object.fromEntries(sentences))
  const first = sentences.find(([member]) => member in form.getValues())
  if (first) form.getInputNode(first[0])?.focus()
}

/** Returns what to tell about an error above the form; undefined if its fields tell all. */
export const describeFormError = (values: object, error: unknown): string | undefined => {
  if (!error) return
  if (error instanceof InvalidError) {
    const others = Object.entries(error.errors).filter(([member]) => !(member in values))
    return others.flatMap(([, sentences]) => sentences).join(' ') || undefined
  }
  if (error instanceof ApiError && error.status === 404) return texts.editing.gone
  return describeError(error)
}
