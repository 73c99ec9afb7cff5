import { useCombobox } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { useCreation } from '../creation/useCreation.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import type { Choice, PickedResource } from './choice.ts'
import { recordOptions } from './recordOptions.ts'
import { useOptions } from './useOptions.ts'

interface Parameters {
  resource: PickedResource
  onChoose(choice: Choice): void
}

/**
 * What a picker of records does: it searches while the user types, chooses an option, and creates a record. Text that was only
 * typed is dropped when the field is left: nothing but a chosen option changes the value.
 */
export const usePicker = ({ resource, onChoose }: Parameters) => {
  const combobox = useCombobox()
  const showChange = useShowChange()
  // Undefined while the user is not typing.
  const [text, setText] = useState<string>()
  const reset = () => {
    setText(undefined)
    combobox.resetSelectedOption()
    combobox.closeDropdown()
  }
  const choose = (choice: Choice) => {
    reset()
    onChoose(choice)
  }
  const found = useOptions({ resource, combobox, text: text ?? '', onChoose: choose })
  const {
    create,
    isPending: isCreating,
    error: creationError,
    question,
  } = useCreation({
    resource,
    nameOf: (name: string) => name,
    create: recordOptions[resource].create,
    onCreated: (choice) => {
      choose(choice)
      showChange({
        message: texts.editing.created(texts[resource].one, choice.name),
        record: `${resource}/${choice.id}`,
        action: 'create',
      })
    },
    describeUse: texts.merge.use,
    onUse: choose,
  })
  const { options, typed, isCurrent, hasExact } = found

  return {
    combobox,
    options,
    typed,
    /** Undefined while the user is not typing. */
    text,
    isLoading: isCreating || found.isLoading,
    error: found.error ?? creationError,
    /** The question before a second record of a name is created. */
    question,
    /** Whether what was typed can become a record: none of the options has this name. */
    canCreate: isCurrent && typed !== '' && !hasExact,
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
        // The option that is highlighted belongs to the text before.
        combobox.resetSelectedOption()
        combobox.openDropdown()
      },
      onKeyDown: (event: KeyboardEvent) => {
        found.onKeyDown(event)
        if (event.key === 'Escape') setText(undefined)
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !combobox.dropdownOpened) return
        // The form is not sent while the user is choosing.
        event.preventDefault()
        if (typed === '' && combobox.getSelectedOptionIndex() === -1) reset()
      },
    },
    reset,
  }
}

export type Picker = ReturnType<typeof usePicker>
