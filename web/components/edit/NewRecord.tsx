import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { useCreation } from '../creation/useCreation.tsx'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useNames } from '../useNames.ts'
import { FormFrame } from './FormFrame.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordFields } from './RecordFields.tsx'
import { findChanges } from './recordChanges.ts'
import { type FormValues, inputsOf, readValues, requestsOf, toBody, validationsOf } from './recordForm.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

/**
 * The drawer that creates a record. It asks before a second one of the same name. After it, the record is shown. The record belongs to
 * what the list below is filtered by, such as an album.
 */
export const NewRecord = ({ resource }: { resource: ResourceName }) => {
  const [parameters] = useSearchParams()
  const references = inputsOf(resource).flatMap(([member, { kind, resource: referenced }]) =>
    kind === 'reference' && Number(parameters.get(member)) > 0
      ? [{ member, path: `${referenced}/${parameters.get(member)}` }]
      : [],
  )
  const names = useNames(references.map(({ path }) => path))
  if (references.some(({ path }) => names.get(path) === undefined && !names.isMissing(path))) {
    return <RecordDrawer title={texts.editing.newTitle(texts[resource].one)} />
  }
  const values = references.flatMap(({ member, path }) => {
    const name = names.get(path)
    return name === undefined ? [] : [[member, { id: Number(parameters.get(member)), name }]]
  })
  return (
    <NewRecordForm resource={resource} initialValues={{ ...readValues(resource), ...Object.fromEntries(values) }} />
  )
}

const NewRecordForm = ({ resource, initialValues }: { resource: ResourceName; initialValues: FormValues }) => {
  const navigate = useNavigate()
  const showChange = useShowChange()
  const isSaved = useRef(false)
  const form = useForm<FormValues>({ initialValues, validate: validationsOf(resource) })
  const { create, isPending, error, question } = useCreation({
    resource,
    nameOf: (body: Record<string, unknown>) => String(body.name),
    create: (body) => requestsOf(resource).create(body),
    onCreated: (record) => {
      isSaved.current = true
      showChange({
        message: texts.editing.created(texts[resource].one, nameOf(record)),
        record: `${resource}/${record.id}`,
        action: 'create',
      })
      void navigate(`/${resource}/${record.id}`, { replace: true })
    },
    onError: (failure) => showFieldErrors(form, failure),
    describeUse: texts.merge.open,
    onUse: ({ id }) => {
      isSaved.current = true
      void navigate(`/${resource}/${id}`, { replace: true })
    },
  })
  const hasChanges = () =>
    !isSaved.current &&
    Object.keys(findChanges(toBody(resource, initialValues), toBody(resource, form.getValues()))).length > 0
  return (
    <RecordDrawer title={texts.editing.newTitle(texts[resource].one)}>
      <FormFrame
        problem={describeFormError(form.values, error)}
        saveLabel={texts.editing.createButton}
        isSaving={isPending}
        onSubmit={submitChecked(form, (values) => create(toBody(resource, values)))}
      >
        <RecordFields resource={resource} form={form} />
      </FormFrame>
      {question}
      <UnsavedChanges hasChanges={hasChanges} />
    </RecordDrawer>
  )
}
