import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/texts.ts'

interface Props {
  /** An instant; the empty text for no end. */
  value?: string
  onChange(value: string): void
  /** The numbers of days that can be chosen at once. The first one is the default, unless there may be no end. */
  days: readonly number[]
  allowNone?: boolean
  error?: ReactNode
}

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** The form that fields of days need, in the time zone of the browser. */
const toDay = (date: Date) => date.toLocaleDateString('sv')

/** When something ends: never, after some days, or at the end of a day. */
export const ExpiryField = ({ value, onChange, days, allowNone = false, error }: Props) => {
  const [choice, setChoice] = useState(allowNone ? 'none' : String(days[0]))
  return (
    <Group align="end" gap="sm" grow>
      <NativeSelect
        label={texts.tokens.expires}
        error={choice !== 'day' && error}
        value={choice}
        onChange={({ currentTarget: { value: next } }) => {
          setChoice(next)
          if (next !== 'day') onChange(next === 'none' ? '' : inDays(Number(next)))
        }}
        data={[
          ...(allowNone ? [{ value: 'none', label: texts.tokens.noEnd }] : []),
          ...days.map((count) => ({ value: String(count), label: texts.tokens.inDays(count) })),
          { value: 'day', label: texts.tokens.onDay },
        ]}
      />
      {choice === 'day' && (
        <TextInput
          type="date"
          label={texts.tokens.lastDay}
          error={error}
          data-path="expires_at"
          required
          withAsterisk={false}
          min={toDay(new Date())}
          defaultValue={value && toDay(new Date(value))}
          onChange={({ currentTarget: { value: day } }) => {
            const end = new Date(`${day}T23:59:59`)
            // A day is not complete while it is typed, and a year of five digits has no date.
            if (!Number.isNaN(end.valueOf())) onChange(end.toISOString())
          }}
        />
      )}
    </Group>
  )
}
