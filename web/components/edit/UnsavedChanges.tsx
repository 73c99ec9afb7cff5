import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBeforeUnload, useBlocker } from 'react-router'
import { texts } from '../../texts/texts.ts'
import { readEdited } from './editedRecord.ts'

/**
 * Asks before changes are lost: when another path or form is opened, and when the tab is closed.
 * @param hasChanges - is called at the moment of leaving
 */
export const UnsavedChanges = ({ hasChanges }: { hasChanges: () => boolean }) => {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || readEdited(from.search) !== readEdited(to.search)) && hasChanges(),
  )
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault()
  })
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.editing.unsavedTitle}
      centered
    >
      <Stack>
        <Text size="sm">{texts.editing.unsaved}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {texts.editing.discard}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {texts.editing.goOn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
