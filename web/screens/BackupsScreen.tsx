import { Alert, Badge, Button, Code, Group, Paper, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DataTable } from 'mantine-datatable'
import { useState } from 'react'
import { backUp, readBackups } from '../api/operations.ts'
import type { BackupList, ListedBackup, NewBackup } from '../api/types.ts'
import { RestoreDialog } from '../components/backups/RestoreDialog.tsx'
import { CopyIcon } from '../components/CopyIcon.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { ExportButton } from '../components/seeding/ExportButton.tsx'
import { describeError } from '../describeError.ts'
import { formatAge, formatBytes, formatDuration, formatInstant } from '../format.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDatabaseExport } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** The backups of the library, and what makes another one. */
export const Component = () => {
  const { data, error, refetch } = useQuery({ queryKey: ['backups'], queryFn: ({ signal }) => readBackups(signal) })
  const { mutate, data: newBackup, isPending, error: failure } = useMutation({ mutationFn: backUp })
  const hasNoFile = data?.folder === null
  return (
    <>
      <PageHeader
        title={texts.backups.title}
        description={data?.folder && <span className="break-anywhere">{texts.backups.folder(data.folder)}</span>}
        actions={
          <Button
            leftSection={<IconDatabaseExport size={16} />}
            loading={isPending}
            disabled={!data || hasNoFile}
            onClick={() => mutate()}
          >
            {texts.backups.now}
          </Button>
        }
      />
      <Stack>
        {error && !data && <LoadFailure error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton height={240} />}
        {failure && <StandingProblem sentence={describeError(failure)} />}
        {data?.problem && <StandingProblem sentence={data.problem} />}
        {data?.overdue && <StandingProblem sentence={data.overdue} />}
        {newBackup && <BackupResult backup={newBackup} />}
        {data && hasNoFile && <WithoutFile engine={data.engine} />}
        {data && !hasNoFile && <Schedule list={data} />}
        {data && !hasNoFile && <Backups backups={data.backups} />}
      </Stack>
    </>
  )
}

const StandingProblem = ({ sentence }: { sentence: string }) => (
  <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
    {sentence}
  </Alert>
)

const WithoutFile = ({ engine }: Pick<BackupList, 'engine'>) => (
  <Alert
    color="gray"
    variant="light"
    icon={<IconAlertTriangle />}
    title={engine === 'postgres' ? texts.backups.postgres : texts.backups.memory}
  >
    <Stack align="start" gap="sm">
      {engine === 'postgres' ? texts.backups.postgresHelp : texts.backups.memoryHelp}
      <ExportButton />
    </Stack>
  </Alert>
)

const Schedule = ({ list: { every_ms, keep } }: { list: BackupList }) => (
  <Group gap="xs" wrap="nowrap">
    <IconClock size={18} className="no-shrink" aria-hidden />
    <Text size="sm">
      {every_ms === null ? texts.backups.noSchedule : texts.backups.schedule(formatDuration(every_ms))}
      {keep !== null && texts.backups.keep(keep)}
    </Text>
  </Group>
)

const BackupResult = ({ backup: { file, bytes, sha256 } }: { backup: NewBackup }) => (
  <Paper withBorder p="md" role="status">
    <Group gap="xs" mb="xs">
      <IconCircleCheck size={20} aria-hidden />
      <Text fw={600}>{texts.backups.done}</Text>
      <Text c="dimmed" size="sm">
        {formatBytes(bytes)}
      </Text>
    </Group>
    {[
      { label: texts.backups.file, value: file },
      { label: texts.backups.sha256, value: sha256 },
    ].map(({ label, value }) => (
      <Group key={label} gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" w={64} className="no-shrink">
          {label}
        </Text>
        <Code className="break-anywhere">{value}</Code>
        <CopyIcon value={value} label={texts.backups.copy(label)} />
      </Group>
    ))}
  </Paper>
)

const Backups = ({ backups }: { backups: ListedBackup[] }) => {
  const [restored, setRestored] = useState<ListedBackup>()
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
            noWrap: true,
            render: (backup) => (
              <Group gap="xs" wrap="nowrap">
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
            accessor: 'restore',
            title: texts.backups.restore,
            textAlign: 'right',
            render: (backup) => (
              <Button
                variant="default"
                size="xs"
                aria-label={texts.backups.restoreOf(backup.name)}
                onClick={() => setRestored(backup)}
              >
                {texts.backups.restore}
              </Button>
            ),
          },
        ]}
      />
      <RestoreDialog backup={restored} onClose={() => setRestored(undefined)} />
    </>
  )
}
