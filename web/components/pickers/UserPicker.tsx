import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { RecordPicker } from './RecordPicker.tsx'
import { describeUser } from './recordOptions.ts'

interface Props {
  /** The id of the user. */
  value: number | undefined
  onChange(id: number | undefined): void
  error?: ReactNode
}

/** Picks a user by name or e-mail address. */
export const UserPicker = ({ value, onChange, error }: Props) => {
  const { data: user } = useQuery({
    queryKey: ['users', value],
    queryFn: ({ signal }) => client.users.get(value ?? 0, { signal }),
    enabled: value !== undefined,
  })
  return (
    <RecordPicker
      resource="users"
      label={texts.tokens.user}
      value={value !== undefined && user ? { id: user.id, name: describeUser(user) } : null}
      onChange={(choice) => onChange(choice?.id)}
      error={error}
      mayCreate={false}
    />
  )
}
