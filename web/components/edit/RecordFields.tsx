import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { describeMember, type MemberField } from '../../resources/members.ts'
import type { ResourceName } from '../../resources/names.ts'
import { settings } from '../../settings.ts'
import { texts } from '../../texts/texts.ts'
import type { PickedResource } from '../pickers/choice.ts'
import { RecordPicker } from '../pickers/RecordPicker.tsx'
import { RecordsPicker } from '../pickers/RecordsPicker.tsx'
import { CoverPreview } from './CoverPreview.tsx'
import { ChoiceField, DayField, LengthField } from './fields.tsx'
import type { FieldValue } from './recordChanges.ts'
import { type FormValues, inputsOf } from './recordForm.ts'

interface Props {
  resource: ResourceName
  form: UseFormReturnType<FormValues>
  isNew?: boolean
}

/** The inputs of the form of a resource. */
export const RecordFields = ({ resource, form, isNew = false }: Props) =>
  inputsOf(resource).map(([member, field], index) => (
    <Input
      key={member}
      field={field}
      {...(isNew && member === 'file_path' && { isMade: true, description: texts.editing.pathDescription })}
      {...(member === 'cover_path' && settings.covers && { inputContainer: withPreview(form.values[member]) })}
      label={describeMember(member)}
      isFirst={index === 0}
      {...form.getInputProps(member)}
    />
  ))

const withPreview = (path: FieldValue | undefined) => (input: ReactNode) => (
  <>
    {input}
    <CoverPreview path={String(path)} />
  </>
)

interface InputProps extends ReturnType<UseFormReturnType<FormValues>['getInputProps']> {
  field: MemberField
  label: string
  isFirst: boolean
  /** Whether the library makes a value where there is none. */
  isMade?: boolean
}

const Input = ({ field, isFirst, isMade = false, ...props }: InputProps) => {
  const { kind, isRequired, maxLength, values = [] } = field
  const resource = field.resource as PickedResource // no resource refers to tracks
  if (kind === 'day') return <DayField {...props} />
  if (kind === 'duration') return <LengthField {...props} />
  if (kind === 'choice') return <ChoiceField values={values} {...props} />
  if (kind === 'reference') return <RecordPicker resource={resource} {...props} />
  if (kind === 'references') return <RecordsPicker resource={resource} {...props} />
  return (
    <TextInput
      required={isRequired && !isMade}
      maxLength={maxLength}
      data-autofocus={isFirst || undefined}
      {...props}
    />
  )
}
