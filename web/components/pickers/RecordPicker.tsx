import { CloseButton, Combobox, Loader, TextInput } from '@mantine/core'
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
  value?: Choice | null
  onChange(value: Choice | null): void
  error?: ReactNode
  mayCreate?: boolean
  /** Whether the label is in the field, and not above it. */
  hasInnerLabel?: boolean
}

/** Picks one record by its name. Only the button beside the name clears it. */
export const RecordPicker = ({
  resource,
  label,
  value = null,
  onChange,
  error,
  mayCreate = true,
  hasInnerLabel = false,
  ...others
}: Props) => {
  const picker = usePicker({ resource, onChoose: onChange })
  const { combobox, text, isLoading } = picker
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange(null)
    field.current?.focus()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(option) => submitOption(picker, option)}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...others}
          ref={field}
          wrapperProps={{ onKeyDown: moveInField }}
          {...(hasInnerLabel ? { 'aria-label': label } : { label })}
          error={error || (picker.error && describeError(picker.error))}
          placeholder={hasInnerLabel ? label : texts.editing.typeToSearch}
          value={text ?? value?.name ?? ''}
          {...picker.fieldProps}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={picker.reset}
          rightSectionPointerEvents="all"
          rightSection={
            (isLoading && <Loader size={14} />) ||
            (value && (
              <CloseButton size="sm" tabIndex={-1} aria-label={texts.editing.clear(label)} onClick={clear} />
            )) || <Combobox.Chevron />
          }
        />
      </Combobox.Target>
      <PickerDropdown picker={picker} label={label} chosen={value ? [value] : []} mayCreate={mayCreate} />
    </Combobox>
  )
}
