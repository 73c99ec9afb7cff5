import { Code, Group, List, Modal, Stack, Text } from '@mantine/core'
import type { ListedBackup } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'
import { CopyIcon } from '../CopyIcon.tsx'

/** Says how a backup is restored: the server must not run meanwhile. */
export const RestoreDialog = ({ backup, onClose }: { backup: ListedBackup | undefined; onClose(): void }) => (
  <Modal opened={backup !== undefined} onClose={onClose} title={texts.backups.restoreTitle} size="lg" centered>
    <Stack>
      <Text size="sm">{texts.backups.restoreHelp}</Text>
      <List type="ordered" spacing="sm" styles={{ itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } }}>
        <List.Item>{texts.backups.restoreSteps.stop}</List.Item>
        <List.Item>
          {texts.backups.restoreSteps.run}
          <Group mt="xs" gap="xs" wrap="nowrap" align="start">
            <Code block flex={1} className="code-block">
              {backup?.restore_command}
            </Code>
            <CopyIcon value={backup?.restore_command ?? ''} label={texts.backups.copy(texts.backups.command)} />
          </Group>
        </List.Item>
        <List.Item>{texts.backups.restoreSteps.start}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {texts.backups.restoreKeeps}
      </Text>
    </Stack>
  </Modal>
)
