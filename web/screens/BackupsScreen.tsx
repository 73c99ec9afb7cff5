import { Alert, Button, Code, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { backUp, readBackups } from '../api/operations.ts'
import type { BackupList, NewBackup } from '../api/types.ts'
import { BackupState } from '../components/backups/BackupState.tsx'
import { BackupTable } from '../components/backups/BackupTable.tsx'
import { CopyIcon } from '../components/CopyIcon.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { ExportButton } from '../components/seeding/ExportButton.tsx'
import { describeError } from '../describeError.ts'
import { formatBytes } from '../format.ts'
import { IconAlertTriangle, IconCircleCheck, IconDatabaseExport } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** The backups of the library, and what makes another one. */
export const Component = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => readBackups(signal),
    refetchInterval: ({ state }) => (state.data?.command?.is_running ? 2_000 : false),
  })
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
        {data?.problem && <StandingProblem sentence={texts.errors.ofServer(data.problem)} />}
        {data?.overdue && <StandingProblem sentence={texts.errors.ofServer(data.overdue)} />}
        {newBackup && <BackupResult backup={newBackup} />}
        {data && hasNoFile && <WithoutFile engine={data.engine} />}
        {data && !hasNoFile && <BackupState list={data} />}
        {data && !hasNoFile && <BackupTable list={data} onBackUp={mutate} />}
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
  <EmptyState
    title={engine === 'postgres' ? texts.backups.postgres : texts.backups.memory}
    text={engine === 'postgres' ? texts.backups.postgresHelp : texts.backups.memoryHelp}
  >
    <ExportButton />
  </EmptyState>
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
