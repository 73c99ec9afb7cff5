import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { DialogFrame } from '../DialogFrame.tsx'

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
    <DialogFrame
      opened={opened}
      title={texts.views.save}
      onClose={close}
      hasFields
      error={undefined}
      action={texts.actions.save}
      isLoading={false}
      isDisabled={name.trim() === ''}
      onSubmit={() => {
        onSave(name.trim())
        close()
      }}
    >
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
    </DialogFrame>
  )
}
