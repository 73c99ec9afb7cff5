import type { ComboboxStore } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { typingPause } from '../typingPause.ts'
import type { Choice, PickedResource } from './choice.ts'
import { recordOptions } from './recordOptions.ts'

interface Parameters {
  resource: PickedResource
  combobox: ComboboxStore
  /** What the user has typed. */
  text: string
  /** Called with the first option, if Enter was pressed before the options of the text had arrived. */
  onChoose(choice: Choice): void
}

const areSameName = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase()

/**
 * Searches the records that a picker or filter offers for a text, as long as its list is open. The last options stay until the
 * next ones have arrived. The first one is highlighted then: that with the name that was typed, if there is one.
 */
export const useOptions = ({ resource, combobox, text, onChoose }: Parameters) => {
  const { dropdownOpened } = combobox
  const [isEnterPending, setEnterPending] = useState(false)
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, typingPause)
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: ['options', resource, q],
    queryFn: ({ signal }) => recordOptions[resource].search(q, signal),
    enabled: dropdownOpened,
    placeholderData: keepPreviousData,
  })
  const isCurrent = data !== undefined && !isPlaceholderData && q === typed
  const exact = data?.find(({ name }) => areSameName(name, typed))
  const options = exact ? [exact, ...(data ?? []).filter((option) => option !== exact)] : (data ?? [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter was meant for this text, while the list was open
  useEffect(() => setEnterPending(false), [typed, dropdownOpened])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new in each rendering
  useEffect(() => {
    if (!isCurrent || typed === '' || !dropdownOpened) return
    const [first] = options
    if (isEnterPending && first) onChoose(first)
    else combobox.selectFirstOption()
    setEnterPending(false)
  }, [isCurrent, typed, data, dropdownOpened, isEnterPending])

  return {
    options,
    typed,
    error,
    /** Whether the options are those for the text, and not for one that was typed before. */
    isCurrent,
    /** Whether one of the options has the name that was typed. */
    hasExact: exact !== undefined,
    isLoading: dropdownOpened && !isCurrent && !error,
    /** Handles Enter before the options have arrived. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      if (!dropdownOpened || typed === '' || isCurrent) return
      event.preventDefault()
      // The option that is highlighted belongs to the text before.
      combobox.resetSelectedOption()
      setEnterPending(true)
    },
  }
}
