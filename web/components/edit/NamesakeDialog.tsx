import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { NamedRecord } from '../../api/types.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

interface Props {
  resource: ResourceName
  namesake: NamedRecord
  onClose(): void
  onCreate(): void
  /** Called before another screen is opened. */
  onLeave(): void
}

/** Asks before a second record of a name is created. */
export const NamesakeDialog = ({ resource, namesake: { id, name }, onClose, onCreate, onLeave }: Props) => {
  const navigate = useNavigate()
  return (
    <Modal opened onClose={onClose} title={texts.merge.exists(name)} centered>
      <Stack>
        <Text size="sm">{texts.merge.existsHelp(texts[resource].one)}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onCreate}>
            {texts.merge.createAnother}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onLeave()
              void navigate(`/${resource}/${id}`, { replace: true })
            }}
          >
            {texts.merge.open(name)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
