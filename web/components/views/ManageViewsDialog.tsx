import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import type { SavedView, useSavedViews } from './useSavedViews.ts'

interface Props {
  opened: boolean
  onClose(): void
  saved: ReturnType<typeof useSavedViews>
}

/** Renames and deletes saved views. A new name is saved when its field is left. */
export const ManageViewsDialog = ({ opened, onClose, saved }: Props) => (
  <Modal opened={opened} onClose={onClose} title={texts.views.title} centered>
    <Stack gap="sm">
      {saved.views.length === 0 && <Text c="dimmed">{texts.views.empty}</Text>}
      {saved.views.map((view) => (
        <ViewRow key={view.id} view={view} saved={saved} />
      ))}
      <Group justify="end">
        <Button onClick={onClose}>{texts.actions.close}</Button>
      </Group>
    </Stack>
  </Modal>
)

const ViewRow = ({ view: { id, name }, saved }: { view: SavedView; saved: Props['saved'] }) => {
  const save = (input: HTMLInputElement) => {
    const newName = input.value.trim()
    if (newName) saved.rename(id, newName)
    else input.value = name
  }
  return (
    <Group wrap="nowrap" gap="xs">
      <TextInput
        aria-label={texts.views.nameOf(name)}
        defaultValue={name}
        maxLength={100}
        flex={1}
        onBlur={({ currentTarget }) => save(currentTarget)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && save(currentTarget)}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={texts.views.remove(name)}
        onClick={() => saved.remove(id)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}
