import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readNamesakes } from '../../api/merge.ts'
import type { NamedRecord } from '../../api/types.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors } from '../formErrors.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useNames } from '../useNames.ts'
import { FormFrame } from './FormFrame.tsx'
import { NamesakeDialog } from './NamesakeDialog.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordFields } from './RecordFields.tsx'
import { findChanges } from './recordChanges.ts'
import { type FormValues, inputsOf, readValues, requestsOf, toBody, validationsOf } from './recordForm.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

/** The resources whose names identify their records. Albums and tracks may share their titles. */
const namedOnce: readonly ResourceName[] = ['labels', 'genres', 'artists']

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
  const [namesake, setNamesake] = useState<NamedRecord>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ values, isSure }: { values: FormValues; isSure: boolean }) => {
      const body = toBody(resource, values)
      const [found] = isSure || !namedOnce.includes(resource) ? [] : await readNamesakes(resource, String(body.name))
      setNamesake(found)
      return found ? undefined : requestsOf(resource).create(body)
    },
    onSuccess: (record) => {
      if (!record) return
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
      Object.keys(findChanges(toBody(resource, initialValues), toBody(resource, form.getValues()))).length > 0,
    [],
  )
  return (
    <RecordDrawer title={texts.editing.newTitle(texts[resource].one)}>
      <FormFrame
        problem={describeFormError(form.values, error)}
        saveLabel={texts.editing.createButton}
        isSaving={isPending}
        onSubmit={form.onSubmit((values) => mutate({ values, isSure: false }))}
      >
        <RecordFields resource={resource} form={form} />
      </FormFrame>
      {namesake && (
        <NamesakeDialog
          resource={resource}
          namesake={namesake}
          onClose={() => setNamesake(undefined)}
          onCreate={() => mutate({ values: form.getValues(), isSure: true })}
          onLeave={() => {
            isSaved.current = true
          }}
        />
      )}
      <UnsavedChanges hasChanges={hasChanges} />
    </RecordDrawer>
  )
}
