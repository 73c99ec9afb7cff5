import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { BackupList, ListedBackup } from '../../api/types.ts'
import { formatAge, formatBytes, formatInstant } from '../../format.ts'
import { IconDownload } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Table } from '../table/Table.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

const fileOf = ({ file }: ListedBackup) => file

/** The backups that there are, and what can be done with each. */
export const BackupTable = ({ list, onBackUp }: { list: BackupList; onBackUp(): void }) => {
  const { backups } = list
  const [restored, setRestored] = useState<ListedBackup>()
  const [downloaded, setDownloaded] = useState<ListedBackup>()
  const newest = backups[0]
  return (
    <>
      <Table
        rows={backups}
        keyOf={fileOf}
        empty={
          <EmptyState title={texts.backups.empty}>
            <Button variant="light" onClick={() => onBackUp()}>
              {texts.backups.first}
            </Button>
          </EmptyState>
        }
        columns={[
          {
            name: 'created_at',
            title: texts.backups.made,
            render: (backup) => (
              <Group gap="xs">
                <Tooltip label={formatInstant(backup.created_at)}>
                  <Text span size="sm" fw={600}>
                    {formatAge(backup.created_at)}
                  </Text>
                </Tooltip>
                {backup === newest && (
                  <Badge variant="light" tt="none" flex="none">
                    {texts.backups.newest}
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            name: 'name',
            title: texts.backups.file,
            from: 'md',
            render: ({ name }) => (
              <Text size="sm" c="dimmed" className="break-anywhere">
                {name}
              </Text>
            ),
          },
          {
            name: 'bytes',
            title: texts.backups.size,
            width: 96,
            textAlign: 'right',
            render: ({ bytes }) => formatBytes(bytes),
          },
          {
            name: 'actions',
            title: texts.backups.actions,
            width: 210,
            textAlign: 'right',
            render: (backup) => (
              <Group gap="xs" justify="end" wrap="nowrap">
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={texts.backups.downloadOf(backup.name)}
                  title={texts.backups.download}
                  onClick={() => setDownloaded(backup)}
                >
                  <IconDownload size={16} />
                </ActionIcon>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={texts.backups.restoreOf(backup.name)}
                  onClick={() => setRestored(backup)}
                >
                  {texts.backups.restore}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {downloaded && <DownloadDialog backup={downloaded} onClose={() => setDownloaded(undefined)} />}
      <RestoreDialog list={list} backup={restored} onClose={() => setRestored(undefined)} />
    </>
  )
}
