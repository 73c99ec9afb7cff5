import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import type { ListedBackup } from '../../api/types.ts'
import { formatBytes } from '../../format.ts'
import { useUser } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { CurrentPassword } from '../accounts/CurrentPassword.tsx'
import { useSubmission } from '../formSubmission.ts'
import { Problem } from '../Problem.tsx'

/** Asks for the password of the user, and downloads a backup. */
export const DownloadDialog = ({ backup, onClose }: { backup: ListedBackup; onClose(): void }) => {
  const user = useUser()
  const form = useForm({ initialValues: { current_password: '' } })
  const [bytes, setBytes] = useState(0)
  const { frame } = useSubmission(form, {
    mutationFn: ({ current_password }) => {
      setBytes(0)
      return download('/console/api/backups/downloads', {
        onProgress: setBytes,
        body: { name: backup.name, current_password },
      })
    },
    onSuccess: (size) => {
      notifications.show({ message: texts.backups.downloaded(formatBytes(size)) })
      onClose()
    },
    // Only the audit trail has changed.
    onSettled: () => {},
  })
  return (
    <Modal opened onClose={onClose} title={texts.backups.downloadTitle} size="lg" centered>
      <form noValidate onSubmit={frame.onSubmit}>
        <Stack>
          <Problem sentence={frame.problem} />
          <Text size="sm" fw={600} className="break-anywhere">
            {backup.name}
          </Text>
          <Text size="sm">{texts.backups.downloadHelp}</Text>
          {/* Password managers need to know whose password it is. */}
          <input type="hidden" autoComplete="username" value={user.email} readOnly />
          <CurrentPassword data-autofocus required {...form.getInputProps('current_password')} />
          <Group justify="space-between">
            <Button variant="default" onClick={onClose}>
              {texts.actions.cancel}
            </Button>
            <Button type="submit" disabled={frame.isSaving} aria-busy={frame.isSaving}>
              {frame.isSaving
                ? texts.backups.downloading(formatBytes(bytes), formatBytes(backup.bytes))
                : texts.backups.download}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
