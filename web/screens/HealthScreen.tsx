import { Alert, Paper, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readHealth } from '../api/operations.ts'
import type { ServerHealth } from '../api/types.ts'
import { Checks } from '../components/health/Checks.tsx'
import { HistoryCharts } from '../components/health/HistoryCharts.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { formatBytes, formatDuration, formatInstant, formatNumber } from '../format.ts'
import { IconAlertTriangle, IconCircleCheck } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** How often the values are read, in milliseconds: as often as the server records them. */
const refetchInterval = 10_000

/** Read the state of the server and its library. */
export const Component = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval,
  })
  return (
    <>
      <PageHeader
        title={texts.health.title}
        description={data ? texts.health.running(data.version, formatDuration(data.uptime_ms)) : '\u00a0'}
      />
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <Stack gap="lg">
          <Readiness readiness={data.readiness} />
          <Facts health={data} />
          <Stack gap="xs">
            <Title order={2}>{texts.health.lastHour}</Title>
            <HistoryCharts history={data.history} />
          </Stack>
          <Checks />
        </Stack>
      )}
    </>
  )
}

const Loading = () => (
  <Stack gap="lg">
    <Skeleton height={56} />
    <Skeleton height={110} />
    <Skeleton height={200} />
  </Stack>
)

const Readiness = ({ readiness: { ready, message } }: Pick<ServerHealth, 'readiness'>) => (
  <Alert
    color={ready ? 'teal' : 'red'}
    variant="light"
    icon={ready ? <IconCircleCheck /> : <IconAlertTriangle />}
    title={ready ? texts.health.ready : texts.health.notReady}
    role={ready ? 'status' : 'alert'}
  >
    {message && texts.errors.ofServer(message)}
  </Alert>
)

const describeLibrary = ({ engine, bytes }: ServerHealth['library']) => {
  if (engine === 'postgres') return texts.health.postgresLibrary
  return bytes === null ? texts.health.memoryLibrary : formatBytes(bytes)
}

const Disk = ({ disk }: Pick<ServerHealth, 'disk'>) => {
  if (!disk) return <Fact title={texts.health.disk} value={texts.health.noDisk} />
  const usedBytes = disk.total_bytes - disk.free_bytes
  const used = (usedBytes * 100) / disk.total_bytes
  return (
    <Fact title={texts.health.disk} value={formatBytes(usedBytes)}>
      {texts.health.diskOf(formatBytes(disk.total_bytes), formatBytes(disk.free_bytes))}
      <Progress
        mt="xs"
        value={used}
        color={used > 90 ? 'red' : 'indigo'}
        aria-label={texts.health.diskBar(Math.round(used))}
      />
    </Fact>
  )
}

const Facts = ({ health: { library, disk, uptime_ms, started_at, records } }: { health: ServerHealth }) => {
  return (
    <>
      <SimpleGrid minColWidth={200} autoFlow="auto-fit">
        <Fact title={texts.health.library} value={describeLibrary(library)}>
          {texts.health.schema(library.schema_version)}
          {library.engine === 'postgres' && <span className="break-anywhere">{texts.health.at(library.file)}</span>}
          {library.wal_bytes !== null && texts.health.wal(formatBytes(library.wal_bytes))}
        </Fact>
        {library.engine === 'sqlite' && <Disk disk={disk} />}
        <Fact title={texts.health.uptime} value={formatDuration(uptime_ms)}>
          {texts.health.since(formatInstant(started_at))}
        </Fact>
      </SimpleGrid>
      <Stack gap="xs">
        <Title order={2}>{texts.health.records}</Title>
        <SimpleGrid cols={{ base: 2, xs: 3, xl: 6 }}>
          {(['albums', 'artists', 'tracks', 'genres', 'labels', 'users'] as const).map((name) => (
            <Fact key={name} title={texts[name].title} value={formatNumber(records[name])} />
          ))}
        </SimpleGrid>
      </Stack>
    </>
  )
}

const Fact = ({ title, value, children }: { title: string; value: string; children?: ReactNode }) => (
  <Paper withBorder p="md">
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    <Text size="xl" fw={650}>
      {value}
    </Text>
    <Text size="xs" c="dimmed" component="div">
      {children}
    </Text>
  </Paper>
)
