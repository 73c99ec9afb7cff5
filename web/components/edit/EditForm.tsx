import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { nameOf, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { useRename } from '../merge/useRename.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { FormFrame } from './FormFrame.tsx'
import { RecordFields } from './RecordFields.tsx'
import { type FormValues, type NamedRecord, readValues, requestsOf, toBody, validationsOf } from './recordForm.ts'
import { useEditing } from './useEditing.tsx'
import { useLeave } from './useLeave.ts'
import { useLeaveDeleted } from './useLeaveDeleted.ts'

interface Props {
  id: number
  /** The record as it was when the drawer was opened. */
  opened: NamedRecord
  resource: ResourceName
  /** The member whose field gets the focus: the first one by default, and the drawer for an empty name. */
  field: string | undefined
  /** Shows the form of the next record. */
  onNext: (() => void) | undefined
}

/** The form of a record. */
export const EditForm = ({ id, opened, resource, field, onNext }: Props) => {
  const leave = useLeave()
  const showChange = useShowChange()
  const isNext = useRef(false)
  const record = `${resource}/${id}`
  const { one } = texts[resource]
  const { readVersion, update } = requestsOf(resource)
  const form = useForm<FormValues>({ initialValues: readValues(resource, opened), validate: validationsOf(resource) })
  const leaveDeleted = useLeaveDeleted()
  const rename = useRename(resource, ({ into }) => {
    isSaved.current = true
    return leaveDeleted(`/${resource}/${into.id}`)
  })
  const { frame, questions, loadChanges, isSaved } = useEditing({
    kind: one,
    record,
    form,
    readValues: (current: NamedRecord) => readValues(resource, current),
    toBody: (values) => toBody(resource, values),
    readVersion: () => readVersion(id),
    update: (changes, options) => update(id, changes, options),
    ask: ({ name, title }, save) => rename.askIfTaken({ id, name: nameOf(opened) }, name ?? title, save),
    onSaved: (saved) => {
      if (saved) showChange({ message: texts.editing.saved(one, nameOf(saved)), record, action: 'update' })
      if (isNext.current && onNext) onNext()
      else leave()
    },
  })
  // The record has arrived after the drawer: its focus trap has found no field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const input = form.getInputNode(field ?? Object.keys(form.getInitialValues())[0] ?? '')
    const target = input ?? document.querySelector<HTMLElement>('[role="dialog"]')
    target?.focus()
  }, [])
  return (
    <>
      <FormFrame
        {...frame}
        saveLabel={texts.actions.save}
        {...(onNext && { anotherLabel: texts.editing.saveAndNext })}
        onSubmit={(event, isAnother) => {
          isNext.current = isAnother
          frame.onSubmit(event)
        }}
      >
        {!frame.isSaving && !isSaved.current && <ChangedMeanwhile resource={resource} id={id} onLoad={loadChanges} />}
        <RecordFields resource={resource} form={form} />
      </FormFrame>
      {questions}
      {rename.questions}
    </>
  )
}
