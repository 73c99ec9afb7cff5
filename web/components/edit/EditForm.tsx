import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { useShowChange } from '../undo/useShowChange.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormFrame } from './FormFrame.tsx'
import { RecordFields } from './RecordFields.tsx'
import { findChanges, findForeignChanges } from './recordChanges.ts'
import { type FormValues, type NamedRecord, readValues, requestsOf, toBody, validationsOf } from './recordForm.ts'
import { saveUnlessChanged } from './saveUnlessChanged.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { useLeave } from './useLeave.ts'

interface Props {
  id: number
  /** The record as it was when the drawer was opened. */
  opened: NamedRecord
  resource: ResourceName
}

/** The form of a record. It sends what the user has changed, after a look at what others have changed meanwhile. */
export const EditForm = ({ id, opened, resource }: Props) => {
  const leave = useLeave()
  const showChange = useShowChange()
  const isSaved = useRef(false)
  // What the changes of the user are changes of: the record as it was opened, or as it was when a conflict was resolved.
  const base = useRef(readValues(resource, opened))
  const [theirs, setTheirs] = useState<FormValues>()
  const form = useForm<FormValues>({ initialValues: base.current, validate: validationsOf(resource) })

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (values: FormValues): Promise<{ saved?: NamedRecord; current?: NamedRecord }> => {
      const [before, mine] = [toBody(resource, base.current), toBody(resource, values)]
      if (Object.keys(findChanges(before, mine)).length === 0) return {}
      const { readVersion, update } = requestsOf(resource)
      return saveUnlessChanged({
        opened: before,
        mine,
        read: () => readVersion(id),
        toBody: (current) => toBody(resource, readValues(resource, current)),
        update: (changes, options) => update(id, changes, options),
      })
    },
    onSuccess: ({ saved, current }) => {
      if (current) return setTheirs(readValues(resource, current))
      isSaved.current = true
      if (saved)
        showChange({
          message: texts.editing.saved(texts[resource].one, nameOf(saved)),
          record: `${resource}/${id}`,
          action: 'update',
        })
      leave()
    },
    onError: (failure) => showFieldErrors(form, failure),
  })

  /** Takes what others have changed into the fields that the user has not changed. */
  const loadChanges = async () => {
    const { current } = await requestsOf(resource).readVersion(id)
    const latest = readValues(resource, current)
    const changed = findChanges(toBody(resource, base.current), toBody(resource, form.getValues()))
    const kept = Object.entries(form.getValues()).filter(([member]) => member in changed)
    base.current = latest
    form.setValues({ ...latest, ...Object.fromEntries(kept) })
  }

  const hasChanges = () =>
    !isSaved.current &&
    Object.keys(findChanges(toBody(resource, base.current), toBody(resource, form.getValues()))).length > 0
  // The record has arrived after the drawer: its focus trap has found no field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => form.getInputNode(Object.keys(base.current)[0] ?? '')?.focus(), [])

  return (
    <>
      <FormFrame
        problem={describeFormError(form.values, error)}
        saveLabel={texts.actions.save}
        isSaving={isPending}
        onSubmit={submitChecked(form, (values) => mutate(values))}
      >
        {!isPending && !isSaved.current && <ChangedMeanwhile resource={resource} id={id} onLoad={loadChanges} />}
        <RecordFields resource={resource} form={form} />
      </FormFrame>
      {theirs && (
        <ConflictDialog
          kind={texts[resource].one}
          record={`${resource}/${id}`}
          changes={findForeignChanges(
            toBody(resource, base.current),
            toBody(resource, theirs),
            toBody(resource, form.values),
          )}
          opened={base.current}
          theirs={theirs}
          mine={form.values}
          onCancel={() => setTheirs(undefined)}
          onResolve={(members) => {
            const taken = Object.fromEntries(members.map((member) => [member, theirs[member] ?? null]))
            const values = { ...form.getValues(), ...taken }
            base.current = theirs
            form.setValues(values)
            setTheirs(undefined)
            mutate(values)
          }}
        />
      )}
      <UnsavedChanges hasChanges={hasChanges} />
    </>
  )
}
