import { Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readSeedProgress } from '../../api/seeding.ts'
import { formatNumber } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

/** How often the server is asked, in milliseconds. A short preview has ended before. */
const intervalMs = 700

/** Says how much of a file the server has compared or seeded, while it does so. */
export const FileProgress = ({ isRunning }: { isRunning: boolean }) => {
  const { data } = useQuery({
    queryKey: ['seed progress'],
    queryFn: ({ signal }) => readSeedProgress(signal),
    enabled: isRunning,
    refetchInterval: intervalMs,
    gcTime: 0,
  })
  const { processed, total } = (isRunning && data) || { processed: 0, total: 0 }
  return (
    <Group gap="xs" mt={6} wrap="nowrap" className={isRunning ? undefined : 'invisible'}>
      <Progress
        value={total > 0 ? (100 * processed) / total : 100}
        animated
        size="xs"
        flex={1}
        aria-label={texts.seeding.checking}
      />
      {total > 0 && (
        <Text size="xs" c="dimmed" lh={1}>
          {texts.list.progress(formatNumber(processed), formatNumber(total))}
        </Text>
      )}
    </Group>
  )
}
