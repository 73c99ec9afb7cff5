import type { UseFormReturnType } from '@mantine/form'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { ApiError, InvalidError } from '../../client/index.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'

/** What is wrong with a field that the browser does not accept, in our words: forms have `noValidate`. */
const describeInput = (input: HTMLInputElement): string | undefined => {
  if (input.checkValidity()) return
  // A day that is written in part is no missing one.
  if (input.validity.valueMissing && !input.validity.badInput) return texts.forms.missing
  return input.type === 'email' ? texts.forms.email : texts.forms.day
}

/**
 * Returns the handler of a form that submits its values if all of them are good. Otherwise it says at each field what is wrong, by the
 * attributes of the fields and by the rules of the form, and gives the focus to the first of them.
 */
export const submitChecked =
  <Values extends object>(form: UseFormReturnType<Values>, submit: (values: Values) => unknown) =>
  (event?: SyntheticEvent<HTMLFormElement>): void => {
    event?.preventDefault()
    const inputs = [...(event?.currentTarget.querySelectorAll<HTMLInputElement>('input[data-path]') ?? [])]
    const wrong = inputs.map((input) => [input.dataset.path, describeInput(input)]).filter(([, sentence]) => sentence)
    const errors = { ...form.validate().errors, ...Object.fromEntries(wrong) }
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) submit(form.getValues())
    else inputs.find(({ dataset: { path = '' } }) => path in errors)?.focus()
  }

/** Shows the sentences of the server at their fields, and gives the focus to the first of them. */
export const showFieldErrors = <Values extends object>(form: UseFormReturnType<Values>, error: unknown): void => {
  if (!(error instanceof InvalidError)) return
  const sentences = Object.entries(error.errors).map(([member, list]): [string, string] => [
    member,
    list.map(texts.errors.ofServer).join(' '),
  ])
  form.setErrors(Object.fromEntries(sentences))
  const first = sentences.find(([member]) => member in form.getValues())
  if (first) form.getInputNode(first[0])?.focus()
}

/** Returns what to tell about an error above the form; undefined if its fields tell all. */
export const describeFormError = (values: object, error: unknown): string | undefined => {
  if (!error) return
  if (error instanceof InvalidError) {
    const others = Object.entries(error.errors).filter(([member]) => !(member in values))
    return others.flatMap(([, sentences]) => sentences.map(texts.errors.ofServer)).join(' ') || undefined
  }
  if (error instanceof ApiError && error.status === 404) return texts.editing.gone
  return describeError(error)
}

/**
 * The request that sends a form once its fields are good. What the server says about a field is shown there; `problem` is the rest.
 * @param options - those of the mutation, which gets the values
 */
export const useSubmission = <Values extends object, Result>(
  form: UseFormReturnType<Values>,
  options: UseMutationOptions<Result, Error, Values>,
) => {
  const { mutate, isPending, error, data } = useMutation({
    onError: (failure) => showFieldErrors(form, failure),
    ...options,
  })
  return {
    send: (values: Values) => mutate(values),
    data,
    /** The properties of the form on the screen. */
    frame: {
      problem: describeFormError(form.getValues(), error),
      isSaving: isPending,
      onSubmit: submitChecked(form, (values) => mutate(values)),
    },
  }
}
