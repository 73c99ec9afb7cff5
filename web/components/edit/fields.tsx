import { Select, TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent } from 'react'
import { describeChoice } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { parseDay, writeDay } from './day.ts'
import { parseLength, writeLength } from './length.ts'

type FieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?(value: string): void }

/** A field whose text is written in its usual form when it is left. @param rewrite - undefined for a text that stays as it is */
const RewritingField = ({
  onChange,
  onBlur,
  rewrite,
  ...props
}: FieldProps & { rewrite(text: string): string | undefined }) => (
  <TextInput
    inputMode="text"
    {...props}
    onChange={(event) => onChange?.(event.currentTarget.value)}
    onBlur={(event: FocusEvent<HTMLInputElement>) => {
      const text = rewrite(event.currentTarget.value)
      if (text !== undefined) onChange?.(text)
      onBlur?.(event)
    }}
  />
)

/** A field for a day. When it is left, the day is written with all its parts. */
export const DayField = (props: FieldProps) => (
  <RewritingField
    description={texts.editing.dayDescription}
    placeholder={writeDay('1959-08-17')}
    {...props}
    rewrite={(text) => {
      const day = parseDay(text)
      return day ? writeDay(day) : undefined
    }}
  />
)

/** Says what is wrong with the text of a day. */
export const validateDay = (text: string): string | undefined =>
  parseDay(text) === undefined ? texts.list.dayRule : undefined

/** A field for a length. When it is left, the length is written in minutes and seconds. */
export const LengthField = (props: FieldProps) => (
  <RewritingField
    description={texts.editing.lengthDescription}
    placeholder="4:05"
    {...props}
    rewrite={(text) => {
      const seconds = parseLength(text)
      return seconds === undefined ? undefined : writeLength(seconds)
    }}
  />
)

/** Says what is wrong with the text of a length. */
export const validateLength = (text: string): string | undefined =>
  parseLength(text) === undefined ? texts.editing.lengthWrong : undefined

interface ChoiceFieldProps {
  label: string
  values: readonly string[]
  value?: string
  onChange?(value: string): void
  error?: string
}

/** A field for one of a few values, which always has one. */
export const ChoiceField = ({ values, onChange, ...props }: ChoiceFieldProps) => (
  <Select
    data={values.map((value) => ({ value, label: describeChoice(value) }))}
    allowDeselect={false}
    onChange={(value) => value && onChange?.(value)}
    {...props}
  />
)
