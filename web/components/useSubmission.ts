import type { UseFormReturnType } from '@mantine/form'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { describeFormError, showFieldErrors, submitChecked } from './formErrors.ts'

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
