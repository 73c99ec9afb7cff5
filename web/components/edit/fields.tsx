import { Select, TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent } from 'react'
import { describeChoice } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { parseLength, writeLength } from './length.ts'

type FieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?(value: string): void }

/** A field for a day, in the order of the browser's language. Its value is YYYY-MM-DD, or empty. */
export const DayField = ({ onChange, ...props }: FieldProps) => (
  <TextInput
    type="date"
    min="0001-01-01"
    max="9999-12-31"
    onChange={(event) => onChange?.(event.currentTarget.value)}
    {...props}
  />
)

/** A field for a length. When it is left, the length is written in minutes and seconds. */
export const LengthField = ({ onChange, onBlur, ...props }: FieldProps) => (
  <TextInput
    description={texts.editing.lengthDescription}
    inputMode="text"
    placeholder="4:05"
    {...props}
    onChange={(event) => onChange?.(event.currentTarget.value)}
    onBlur={(event: FocusEvent<HTMLInputElement>) => {
      const seconds = parseLength(event.currentTarget.value)
      if (seconds !== undefined) onChange?.(writeLength(seconds))
      onBlur?.(event)
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
