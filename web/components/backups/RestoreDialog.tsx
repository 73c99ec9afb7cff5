import { Code, Group, List, Modal, Stack, Text } from '@mantine/core'
import type { BackupList, ListedBackup } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import { CopyIcon } from '../CopyIcon.tsx'

interface Props {
  list: Pick<BackupList, 'stop_command' | 'start_command'>
  backup: ListedBackup | undefined
  onClose(): void
}

/** Says how a backup is restored: the server must not run meanwhile. */
export const RestoreDialog = ({ list: { stop_command, start_command }, backup, onClose }: Props) => {
  const steps = texts.backups.restoreSteps
  return (
    <Modal opened={backup !== undefined} onClose={onClose} title={texts.backups.restoreTitle} size="lg" centered>
      <Stack>
        <Text size="sm">{texts.backups.restoreHelp}</Text>
        <List
          type="ordered"
          spacing="sm"
          styles={{ itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } }}
        >
          <List.Item>
            {stop_command === null ? steps.stop : steps.stopWith}
            {stop_command !== null && <Command line={stop_command} />}
          </List.Item>
          <List.Item>
            {steps.run}
            <Command line={backup?.restore_command ?? ''} />
          </List.Item>
          <List.Item>
            {start_command === null ? steps.start : steps.startWith}
            {start_command !== null && <Command line={start_command} />}
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {texts.backups.restoreKeeps}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.backups.restoreElsewhere}
        </Text>
      </Stack>
    </Modal>
  )
}

const Command = ({ line }: { line: string }) => (
  <Group mt="xs" gap="xs" wrap="nowrap" align="start">
    <Code block flex={1} className="code-block">
      {line}
    </Code>
    <CopyIcon value={line} label={texts.backups.copy(texts.backups.command)} />
  </Group>
)
