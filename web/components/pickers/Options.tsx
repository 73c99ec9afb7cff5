import { Combobox, Group, Text } from '@mantine/core'
import type { Choice } from './choice.ts'

interface Props {
  options: readonly Choice[]
  /** The ids of the records that are chosen already. */
  chosenIds: readonly (number | undefined)[]
}

/** Records as the options of a list. Their values are their ids. */
export const Options = ({ options, chosenIds }: Props) =>
  options.map(({ id, name, hint }) => (
    <Combobox.Option key={id} value={String(id)} active={chosenIds.includes(id)}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{name}</span>
        {hint && (
          <Text span size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </Group>
    </Combobox.Option>
  ))
