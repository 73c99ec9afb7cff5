import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  label?: string
  placeholder?: string
  /** The id of the user. */
  value: number | undefined
  onChange(id: number | undefined): void
  /** Whether a button removes the user again. */
  clearable?: boolean
  error?: React.ReactNode
}

/** How long no key was pressed before the search starts, in milliseconds. */
const typingPause = 150

const toOption = ({ id, name, email }: User) => ({ value: String(id), label: `${name} (${email})` })

/** Finds a user by name or e-mail address. */
export const UserPicker = ({ value, onChange, label, placeholder, ...props }: Props) => {
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, typingPause)
  const { data: user } = useQuery({
    queryKey: ['users', value],
    queryFn: ({ signal }) => client.users.get(value ?? 0, { signal }),
    enabled: value !== undefined,
  })
  const chosen = user && value !== undefined ? toOption(user) : undefined
  const q = typed === chosen?.label ? '' : typed.trim()
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['search', 'users', { q, limit: 20 }],
    queryFn: ({ signal }) => client.search.users({ q: q || undefined, sort: 'name', limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = data?.records.map(toOption) ?? []
  const isFound = found.some((option) => option.value === chosen?.value)
  return (
    <Select
      {...props}
      {...(label === undefined ? { 'aria-label': placeholder } : { label })}
      placeholder={placeholder}
      data={chosen && !isFound ? [chosen, ...found] : found}
      value={chosen?.value ?? null}
      // The list has no null: only the button that clears the field gives it.
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has filtered them.
      filter={({ options }) => options}
      // When the options of the text arrive, Enter chooses the first one.
      selectFirstOptionOnChange={typed === text && !isPlaceholderData}
      allowDeselect={false}
      // In a dialog, its options belong to the dialog.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={texts.list.empty}
    />
  )
}
