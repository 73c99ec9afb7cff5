import { Combobox, Group } from '@mantine/core'
import { describeError } from '../../describeError.ts'
import { IconPlus } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { Choice } from './choice.ts'
import { Options } from './Options.tsx'
import type { Picker } from './usePicker.ts'

interface Props {
  picker: Picker
  label: string
  chosen: readonly Choice[]
  /** Whether what was typed may become a record. */
  mayCreate: boolean
}

const creation = 'create'

/** What a picker does with the option that the user has chosen. */
export const submitOption = (picker: Picker, value: string): void => {
  if (value === creation) picker.create()
  else picker.chooseById(Number(value))
}

/** The options of a picker, and its question before it creates a record. */
export const PickerDropdown = ({ picker, label, chosen, mayCreate }: Props) => {
  const { options, canCreate, typed, error, isLoading } = picker
  const offersCreation = canCreate && mayCreate
  return (
    <>
      {/* A click beside the options keeps the focus in the field. */}
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          <Options options={options} chosenIds={chosen.map(({ id }) => id)} />
          {offersCreation && (
            <Combobox.Option value={creation}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={14} />
                <span>{texts.editing.create(typed)}</span>
              </Group>
            </Combobox.Option>
          )}
          {options.length === 0 && !offersCreation && (
            <Combobox.Empty>
              {error ? describeError(error) : isLoading ? texts.list.loading : texts.list.empty}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      {picker.question}
    </>
  )
}
