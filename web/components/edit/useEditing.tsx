import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef, useState } from 'react'
import type { ChangeOptions } from '../../../client/index.ts'
import { useSubmission } from '../formSubmission.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { type FieldValue, findChanges, findForeignChanges } from './recordChanges.ts'
import type { FormValues } from './recordForm.ts'
import { saveUnlessChanged, type Version } from './saveUnlessChanged.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

interface Edited<Values extends FormValues, Body extends object, Current, Saved> {
  /** What is edited, in a sentence. */
  kind: string
  /** The record as the audit trail names it, such as `albums/7`. */
  record: string
  form: UseFormReturnType<Values>
  readValues(current: Current): Values
  /** The members that are compared and saved. */
  toBody(values: Values): Body
  readVersion(): Promise<Version<Current>>
  update(changes: Partial<Body>, options: ChangeOptions): Promise<Saved>
  /** Asks about changes before they are saved, and returns whether it has asked. @param save - calls this again */
  ask?(changes: Partial<Body>, save: () => void): Promise<boolean>
  /** @param saved - undefined if the user has changed nothing */
  onSaved(saved: Saved | undefined): unknown
  describeValue?(member: string, value: FieldValue): string
}

/**
 * Saves what the user has changed in a form, after a look at what others have changed in its record meanwhile. `questions` has to be rendered
 * outside the form: in React, events go through portals.
 */
export const useEditing = <Values extends FormValues, Body extends object, Current, Saved>(
  edited: Edited<Values, Body, Current, Saved>,
) => {
  const { form, readValues, toBody, readVersion, update, ask, onSaved, ...described } = edited
  // What the changes of the user are changes of: the record as it was opened, or as it was when a conflict was resolved.
  const base = useRef(form.getInitialValues())
  const isSaved = useRef(false)
  const [theirs, setTheirs] = useState<Values>()
  const findOwnChanges = () => findChanges(toBody(base.current), toBody(form.getValues()))
  const { frame, send } = useSubmission(form, {
    mutationFn: async (values: Values): Promise<{ saved?: Saved; current?: Current; isAsked?: true }> => {
      const [opened, mine] = [toBody(base.current), toBody(values)]
      const changes = findChanges(opened, mine)
      if (Object.keys(changes).length === 0) return {}
      if (await ask?.(changes, () => send(values))) return { isAsked: true }
      return saveUnlessChanged({
        opened,
        mine,
        read: readVersion,
        toBody: (current) => toBody(readValues(current)),
        update,
      })
    },
    onSuccess: ({ saved, current, isAsked }) => {
      if (isAsked) return
      if (current) return setTheirs(readValues(current))
      isSaved.current = true
      return onSaved(saved)
    },
  })
  /** Takes what others have changed into the fields that the user has not changed. */
  const loadChanges = async () => {
    const latest = readValues((await readVersion()).current)
    const changed = findOwnChanges()
    const kept = Object.entries(form.getValues()).filter(([member]) => member in changed)
    base.current = latest
    form.setValues({ ...latest, ...Object.fromEntries(kept) })
  }
  const resolve = (latest: Values, members: string[]) => {
    const values = { ...form.getValues(), ...Object.fromEntries(members.map((member) => [member, latest[member]])) }
    base.current = latest
    form.setValues(values)
    setTheirs(undefined)
    send(values)
  }
  const questions: ReactNode = (
    <>
      {theirs && (
        <ConflictDialog
          {...described}
          changes={findForeignChanges(toBody(base.current), toBody(theirs), toBody(form.getValues()))}
          opened={base.current}
          theirs={theirs}
          mine={form.getValues()}
          onCancel={() => setTheirs(undefined)}
          onResolve={(members) => resolve(theirs, members)}
        />
      )}
      <UnsavedChanges hasChanges={() => !isSaved.current && Object.keys(findOwnChanges()).length > 0} />
    </>
  )
  return { frame, questions, loadChanges, opened: base.current, isSaved }
}
