import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../texts/texts.ts'

interface Props {
  opened: boolean
  onClose(): void
  onSave(name: string): void
}

/** Asks for the name of a view. */
export const SaveViewDialog = ({ opened, onClose, onSave }: Props) => {
  const [name, setName] = useState('')
  const close = () => {
    setName('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={texts.views.save} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave(name.trim())
          close()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.views.explanation}
          </Text>
          <TextInput
            label={texts.fields.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            data-autofocus
          />
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {texts.actions.cancel}
            </Button>
            <Button type="submit" disabled={name.trim() === ''}>
              {texts.actions.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
