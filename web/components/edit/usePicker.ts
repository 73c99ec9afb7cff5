import { useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import type { Choice, PickedResource } from './choice.ts'
import { recordOptions } from './recordOptions.ts'

/** How long no key was pressed before the search starts, in milliseconds. */
const typingPause = 150

const areSameName = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase()

interface Options {
  resource: PickedResource
  onChoose(choice: Choice): void
}

/**
 * What a picker of records does: it searches while the user types, chooses an option, and creates a record. Text that was only
 * typed is dropped when the field is left: nothing but a chosen option changes the value.
 */
export const usePicker = ({ resource, onChoose }: Options) => {
  const combobox = useCombobox()
  // Undefined while the user is not typing.
  const [text, setText] = useState<string>()
  // Enter was pressed before the options of the text had arrived.
  const [isEnterPending, setEnterPending] = useState(false)
  const typed = text?.trim() ?? ''
  const [q] = useDebouncedValue(typed, typingPause)
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: ['options', resource, q],
    queryFn: ({ signal }) => recordOptions[resource].search(q, signal),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  })
  const isCurrent = data !== undefined && !isPlaceholderData && q === typed
  const exact = data?.find(({ name }) => areSameName(name, typed))
  const options = exact ? [exact, ...(data ?? []).filter((option) => option !== exact)] : (data ?? [])

  const reset = () => {
    setText(undefined)
    setEnterPending(false)
    combobox.resetSelectedOption()
    combobox.closeDropdown()
  }
  const choose = (choice: Choice) => {
    reset()
    onChoose(choice)
  }
  const {
    mutate: create,
    isPending: isCreating,
    error: creationError,
  } = useMutation({
    mutationFn: (name: string) => recordOptions[resource].create(name),
    onSuccess: (choice) => {
      choose(choice)
      notifications.show({ message: texts.editing.created(texts[resource].one, choice.name) })
    },
  })

  const first = options[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new in each rendering
  useEffect(() => {
    if (!isCurrent || typed === '' || !combobox.dropdownOpened) return
    if (isEnterPending && first) choose(first)
    else combobox.selectFirstOption()
    setEnterPending(false)
  }, [isCurrent, typed, data, combobox.dropdownOpened, isEnterPending])

  return {
    combobox,
    options,
    typed,
    /** Undefined while the user is not typing. */
    text,
    isLoading: isCreating || (combobox.dropdownOpened && !isCurrent && !error),
    error: error ?? creationError,
    /** Whether what was typed can become a record: none of the options has this name. */
    canCreate: isCurrent && typed !== '' && !exact,
    chooseById: (id: number) => {
      const choice = options.find((option) => option.id === id)
      if (choice) choose(choice)
    },
    create: () => {
      // Enter pressed twice creates one record.
      if (!isCreating) create(typed)
    },
    fieldProps: {
      onClick: () => combobox.openDropdown(),
      onChange: (event: { currentTarget: { value: string } }) => {
        setText(event.currentTarget.value)
        setEnterPending(false)
        // The option that is highlighted belongs to the text before.
        combobox.resetSelectedOption()
        combobox.openDropdown()
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') setText(undefined)
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !combobox.dropdownOpened) return
        // The form is not sent while the user is choosing.
        event.preventDefault()
        if (typed === '' && combobox.getSelectedOptionIndex() === -1) reset()
        if (typed === '' || isCurrent) return
        combobox.resetSelectedOption()
        setEnterPending(true)
      },
    },
    reset,
  }
}

export type Picker = ReturnType<typeof usePicker>
