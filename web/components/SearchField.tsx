import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigation, useNavigationType } from 'react-router'
import { IconSearch } from '../icons/icons.ts'
import { typingPause } from './typingPause.ts'
import type { ListState } from './useListState.ts'

/** The field with the words that a list is searched for. */
export const SearchField = ({ list, label }: { list: ListState; label: string }) => {
  const [text, setText] = useState(list.q)
  const { state } = useNavigation()
  const search = useDebouncedCallback((q: string) => {
    // The user has opened a link before the search started. To search now would lead back.
    if (state === 'idle') list.set({ q: q.trim() }, { replace: true })
  }, typingPause)
  const type = useNavigationType()
  // Back, forward and links change the URL without this field. What the field itself has searched for replaces an entry of the
  // history, and may come when more has been typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes of the URL leave the text
  useEffect(() => {
    if (type !== 'REPLACE') setText((current) => (current.trim() === list.q ? current : list.q))
  }, [list.q])
  const change = (value: string) => {
    setText(value)
    search(value)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      rightSection={text && <CloseButton size="sm" tabIndex={-1} onClick={() => change('')} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      className="search-field"
    />
  )
}
