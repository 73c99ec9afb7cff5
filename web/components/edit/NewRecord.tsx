import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { nameOf } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors } from '../formErrors.ts'
import { FormFrame } from './FormFrame.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { findChanges } from './recordChanges.ts'
import type { FormValues, RecordForm } from './recordForm.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

interface Props<Listed, Values extends FormValues, Body extends object> {
  definition: RecordForm<Listed, Values, Body>
  create(body: Body): Promise<Listed>
}

/** The drawer that creates a record. After it, the record is shown. */
export const NewRecord = <
  Listed extends { id: number } & ({ name: string } | { title: string }),
  Values extends FormValues,
  Body extends object,
>({
  definition: { resource, readValues, toBody, validate = {}, Fields },
  create,
}: Props<Listed, Values, Body>) => {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const form = useForm<Values>({ initialValues: readValues(), validate })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: Values) => create(toBody(values)),
    onSuccess: (record) => {
      isSaved.current = true
      notifications.show({ message: texts.editing.created(texts[resource].one, nameOf(record)) })
      return navigate(`/${resource}/${record.id}`, { replace: true })
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form returns its current values
  const hasChanges = useCallback(
    () => !isSaved.current && Object.keys(findChanges(toBody(readValues()), toBody(form.getValues()))).length > 0,
    [],
  )
  return (
    <RecordDrawer title={texts.editing.newTitle(texts[resource].one)}>
      <FormFrame
        problem={describeFormError(form.values, error)}
        saveLabel={texts.editing.createButton}
        isSaving={isPending}
        onSubmit={form.onSubmit((values) => mutate(values))}
      >
        <Fields form={form} />
      </FormFrame>
      <UnsavedChanges hasChanges={hasChanges} />
    </RecordDrawer>
  )
}
