import { Box, Group, Paper, Skeleton, Text, ThemeIcon, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { nameOf } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { Age } from '../Age.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { countedResources } from './CountCards.tsx'

const limit = 8

/** The records that were created or changed last. */
export const LatestChanges = () => {
  const queries = useQueries({
    queries: countedResources.map(({ resource, Icon }) => ({
      queryKey: ['search', resource, 'changed'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { records } = await client.search[resource]({ sort: '-updated_at', limit }, { signal })
        return records.map((record) => ({ resource, Icon, record, name: nameOf(record) }))
      },
    })),
  })
  const isReady = queries.every(({ data }) => data)
  const changes = queries
    .flatMap(({ data = [] }) => data)
    // Timestamps of this form are in the order of their texts.
    .sort((a, b) => (a.record.updated_at < b.record.updated_at ? 1 : -1))
    .slice(0, limit)
  return (
    <>
      <Title order={2} mt={40} mb="md">
        {texts.overview.changed}
      </Title>
      <Paper withBorder px="md" component="ul" m={0} className="plain-list">
        {isReady
          ? changes.map(({ resource, Icon, record, name }) => (
              <Group
                key={`${resource}/${record.id}`}
                component="li"
                gap="md"
                wrap="nowrap"
                py="sm"
                className="change-row"
              >
                <ThemeIcon variant="light" color="gray" size={34} radius="xl">
                  <Icon size={18} stroke={1.6} />
                </ThemeIcon>
                <Box flex={1} miw={0} className="break-anywhere">
                  <Text size="sm">
                    <RecordLink to={resource} id={record.id}>
                      {name}
                    </RecordLink>
                  </Text>
                  <Text size="xs" c="dimmed">
                    {record.updated_at === record.created_at ? texts.overview.created : texts.overview.updated}
                  </Text>
                </Box>
                <Text size="xs" c="dimmed" className="no-wrap">
                  <Age at={record.updated_at} />
                </Text>
              </Group>
            ))
          : Array.from({ length: limit }, (_, n) => n).map((n) => <Skeleton key={n} component="li" h={36} my="sm" />)}
      </Paper>
    </>
  )
}
