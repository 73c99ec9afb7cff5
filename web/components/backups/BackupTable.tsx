import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core'
import { DataTable } from 'mantine-datatable'
import { useState } from 'react'
import type { BackupList, ListedBackup } from '../../api/types.ts'
import { formatAge, formatBytes, formatInstant } from '../../format.ts'
import { IconDownload } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

/** The backups that there are, and what can be done with each. */
export const BackupTable = ({ list }: { list: BackupList }) => {
  const { backups } = list
  const [restored, setRestored] = useState<ListedBackup>()
  const [downloaded, setDownloaded] = useState<ListedBackup>()
  const newest = backups[0]
  return (
    <>
      <DataTable
        records={backups}
        idAccessor="file"
        withTableBorder
        borderRadius="md"
        verticalSpacing="xs"
        minHeight={backups.length > 0 ? 0 : 180}
        noRecordsText={texts.backups.empty}
        columns={[
          {
            accessor: 'created_at',
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
            accessor: 'name',
            title: texts.backups.file,
            visibleMediaQuery: '(min-width: 62em)',
            render: ({ name }) => (
              <Text size="sm" c="dimmed" className="break-anywhere">
                {name}
              </Text>
            ),
          },
          {
            accessor: 'bytes',
            title: texts.backups.size,
            textAlign: 'right',
            noWrap: true,
            render: ({ bytes }) => formatBytes(bytes),
          },
          {
            accessor: 'actions',
            title: texts.backups.actions,
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
