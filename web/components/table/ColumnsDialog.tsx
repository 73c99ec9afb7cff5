import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import type { Column } from './columns.ts'
import { useColumnChoice } from './useColumnChoice.ts'

/** The columns of a table that the user chooses. */
export interface ChosenColumns {
  /** The name under which the browser stores the choice, as for RecordTable. */
  storeColumnsKey: string
  columns: readonly Omit<Column<never>, 'text' | 'render'>[]
}

/** Shows and hides the columns of a table. The name of the record always stays. */
export const ColumnsDialog = ({ storeColumnsKey, columns, onClose }: ChosenColumns & { onClose(): void }) => {
  const { shown, set, reset } = useColumnChoice(storeColumnsKey)
  return (
    <Modal opened onClose={onClose} title={texts.list.columns} size="xs" centered>
      <Stack gap="sm">
        {columns
          .filter(({ name, isTitleHidden }) => !isTitleHidden && name !== 'title' && name !== 'name')
          .map(({ name, title, isOptional }) => (
            <Checkbox
              key={name}
              label={title}
              checked={shown[name] ?? !isOptional}
              onChange={({ currentTarget: { checked } }) => set({ shown: { ...shown, [name]: checked } })}
            />
          ))}
        <Group justify="space-between" mt="sm">
          <Button variant="subtle" onClick={reset}>
            {texts.list.resetColumns}
          </Button>
          <Button onClick={onClose}>{texts.actions.close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
