import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { texts } from '../../texts/texts.ts'

interface Props {
  /** The kind of the record, such as `label`. */
  kind: string
  /** The name of the record that is there. */
  name: string
  /** What is done with that record. */
  useLabel: string
  onUse(): void
  onCreate(): void
  onClose(): void
}

/** Asks before a second record of a name is created. */
export const NamesakeDialog = ({ kind, name, useLabel, onUse, onCreate, onClose }: Props) => (
  <Modal opened onClose={onClose} title={texts.merge.exists(name)} centered>
    <Stack>
      <Text size="sm">{texts.merge.existsHelp(kind)}</Text>
      <Group justify="end">
        <Button variant="default" onClick={onCreate}>
          {texts.merge.createAnother}
        </Button>
        <Button data-autofocus onClick={onUse}>
          {useLabel}
        </Button>
      </Group>
    </Stack>
  </Modal>
)
