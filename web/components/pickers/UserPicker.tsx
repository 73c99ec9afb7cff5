import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import { useRecord } from '../useRecord.ts'
import { RecordPicker } from './RecordPicker.tsx'
import { describeUser } from './recordOptions.ts'

interface Props {
  /** The id of the user. */
  value: number | undefined
  onChange(id: number | undefined): void
  error?: ReactNode
  /** The label in the field, in the place of that above it. */
  innerLabel?: string
}

/** Picks a user by name or e-mail address. */
export const UserPicker = ({ value, onChange, error, innerLabel }: Props) => {
  const { data: user } = useRecord('users', value)
  return (
    <RecordPicker
      resource="users"
      label={innerLabel ?? texts.tokens.user}
      hasInnerLabel={innerLabel !== undefined}
      value={value !== undefined && user ? { id: user.id, name: describeUser(user) } : null}
      onChange={(choice) => onChange(choice?.id)}
      error={error}
      mayCreate={false}
    />
  )
}
