import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors } from '../formErrors.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { FormFrame } from './FormFrame.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordFields } from './RecordFields.tsx'
import { findChanges } from './recordChanges.ts'
import { type FormValues, readValues, requestsOf, toBody, validationsOf } from './recordForm.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

/** The drawer that creates a record. After it, the record is shown. */
export const NewRecord = ({ resource }: { resource: ResourceName }) => {
  const navigate = useNavigate()
  const showChange = useShowChange()
  const isSaved = useRef(false)
  const form = useForm<FormValues>({ initialValues: readValues(resource), validate: validationsOf(resource) })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: FormValues) => requestsOf(resource).create(toBody(resource, values)),
    onSuccess: (record) => {
      isSaved.current = true
      showChange({
        message: texts.editing.created(texts[resource].one, nameOf(record)),
        record: `${resource}/${record.id}`,
        action: 'create',
      })
      return navigate(`/${resource}/${record.id}`, { replace: true })
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form returns its current values
  const hasChanges = useCallback(
    () =>
      !isSaved.current &&
      Object.keys(findChanges(toBody(resource, readValues(resource)), toBody(resource, form.getValues()))).length > 0,
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
        <RecordFields resource={resource} form={form} />
      </FormFrame>
      <UnsavedChanges hasChanges={hasChanges} />
    </RecordDrawer>
  )
}
