import { Combobox, Loader, Pill, PillsInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { describeError } from '../../describeError.ts'
import { texts } from '../../texts/texts.ts'
import type { Choice, PickedResource } from './choice.ts'
import { moveInField } from './moveInField.ts'
import { PickerDropdown, submitOption } from './PickerDropdown.tsx'
import { usePicker } from './usePicker.ts'

interface Props {
  resource: PickedResource
  label: string
  description?: string
  value?: Choice[]
  onChange(value: Choice[]): void
  error?: ReactNode
  mayCreate?: boolean
}

/** Picks several records by their names. Only the button at a name removes it. */
export const RecordsPicker = (props: Props) => {
  const { resource, label, description, value = [], onChange, error, mayCreate = true, ...others } = props
  const field = useRef<HTMLInputElement>(null)
  const picker = usePicker({
    resource,
    onChoose: (choice) => {
      if (!value.some(({ id }) => id === choice.id)) onChange([...value, choice])
    },
  })
  const { combobox, text, isLoading } = picker
  const remove = (choice: Choice) => {
    onChange(value.filter(({ id }) => id !== choice.id))
    field.current?.focus()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(option) => submitOption(picker, option)}>
      <Combobox.DropdownTarget>
        <PillsInput
          wrapperProps={{ onKeyDown: moveInField }}
          label={label}
          description={description}
          error={error || (picker.error && describeError(picker.error))}
          rightSection={isLoading ? <Loader size={14} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
        >
          <Pill.Group>
            {value.map((choice) => (
              <Pill
                key={choice.id}
                withRemoveButton
                onRemove={() => remove(choice)}
                removeButtonProps={{
                  'aria-label': texts.editing.remove(choice.name),
                  'aria-hidden': false,
                }}
              >
                {choice.name}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <PillsInput.Field
                {...others}
                ref={field}
                placeholder={value.length === 0 ? texts.editing.typeToSearch : undefined}
                value={text ?? ''}
                {...picker.fieldProps}
                onBlur={picker.reset}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <PickerDropdown picker={picker} label={label} chosen={value} mayCreate={mayCreate} />
    </Combobox>
  )
}
