import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { createTrackWithoutFile } from '../../api/albumTracks.ts'
import type { TrackWithoutFile } from '../../api/types.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { useCreation } from '../creation/useCreation.tsx'
import { describeFormError, showFieldErrors, submitChecked } from '../formSubmission.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useNames } from '../useNames.ts'
import { FormFrame } from './FormFrame.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordFields } from './RecordFields.tsx'
import { findChanges } from './recordChanges.ts'
import {
  type FormValues,
  inputsOf,
  readValues,
  requestsOf,
  toBody,
  validationsOf,
  valuesOfAnother,
} from './recordForm.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

/**
 * The drawer that creates a record. It asks before a second one of the same name. After it, the record is shown. The record belongs to
 * what the list below is filtered by, such as an album, and begins like the record whose id is `from`, if there is one.
 */
export const NewRecord = ({ resource }: { resource: ResourceName }) => {
  const [parameters] = useSearchParams()
  const from = Number(parameters.get('from'))
  const original = useQuery({
    queryKey: ['edit', resource, from],
    queryFn: ({ signal }) => requestsOf(resource).read(from, signal),
    enabled: from > 0,
    gcTime: 0,
  })
  const references = inputsOf(resource).flatMap(([member, { kind, resource: referenced }]) =>
    kind === 'reference' && Number(parameters.get(member)) > 0
      ? [{ member, path: `${referenced}/${parameters.get(member)}` }]
      : [],
  )
  const names = useNames(references.map(({ path }) => path))
  if (original.isLoading || references.some(({ path }) => names.get(path) === undefined && !names.isMissing(path))) {
    return <RecordDrawer title={texts.editing.newTitle(texts[resource].one)} />
  }
  const values = references.flatMap(({ member, path }) => {
    const name = names.get(path)
    return name === undefined ? [] : [[member, { id: Number(parameters.get(member)), name }]]
  })
  const start = valuesOfAnother(resource, readValues(resource, original.data ?? undefined))
  return <NewRecordForm resource={resource} start={{ ...start, ...Object.fromEntries(values) }} />
}

const NewRecordForm = ({ resource, start }: { resource: ResourceName; start: FormValues }) => {
  const navigate = useNavigate()
  const showChange = useShowChange()
  const isSaved = useRef(false)
  const isAnother = useRef(false)
  const [initialValues, setInitialValues] = useState(start)
  const form = useForm<FormValues>({ initialValues, validate: validationsOf(resource) })
  const { create, isPending, error, question } = useCreation({
    resource,
    nameOf: (body: Record<string, unknown>) => String(body.name ?? ''),
    create: (body) =>
      resource === 'tracks' && !body.file_path
        ? createTrackWithoutFile(body as unknown as TrackWithoutFile) // one of `toBody`
        : requestsOf(resource).create(body),
    onCreated: (record) => {
      showChange({
        message: texts.editing.created(texts[resource].one, nameOf(record)),
        record: `${resource}/${record.id}`,
        action: 'create',
      })
      if (isAnother.current) {
        const values = valuesOfAnother(resource, form.getValues())
        setInitialValues(values)
        form.setValues(values)
        form.getInputNode(inputsOf(resource)[0]?.[0] ?? '')?.focus()
        return
      }
      isSaved.current = true
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
        isSaving={isPending || isSaved.current}
        anotherLabel={texts.editing.createAnother}
        onSubmit={(event, another) => {
          isAnother.current = another
          submitChecked(form, (values) => create(toBody(resource, values)))(event)
        }}
      >
        <RecordFields resource={resource} form={form} isNew />
      </FormFrame>
      {question}
      <UnsavedChanges hasChanges={hasChanges} />
    </RecordDrawer>
  )
}
