import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../texts/texts.ts'

interface Props {
  /** An instant; null for no end. */
  value: string | null
  onChange(value: string | null): void
  /** Days that can be chosen by one click. */
  days: readonly number[]
  /** Whether there may be no end. */
  allowNone?: boolean
  error?: React.ReactNode
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** The form that fields of days need, in the time zone of the browser. */
const toDay = (date: Date) => date.toLocaleDateString('sv')

/** When something ends: never, after some days, or at the end of a day. */
export const ExpiryField = ({ value, onChange, days, allowNone = false, error }: Props) => {
  const [choice, setChoice] = useState(allowNone ? 'none' : String(days[0]))
  const choose = (next: string) => {
    setChoice(next)
    if (next !== 'day') onChange(next === 'none' ? null : inDays(Number(next)))
  }
  return (
    <Group align="end" gap="sm" grow>
      <NativeSelect
        label={texts.tokens.expires}
        error={error}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
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
          required
          withAsterisk={false}
          min={toDay(new Date())}
          defaultValue={value ? toDay(new Date(value)) : ''}
          onChange={({ currentTarget: { value: day } }) => {
            const end = new Date(`${day}T23:59:59`)
            // A year of five digits has no date.
            if (!Number.isNaN(end.valueOf())) onChange(end.toISOString())
          }}
        />
      )}
    </Group>
  )
}
