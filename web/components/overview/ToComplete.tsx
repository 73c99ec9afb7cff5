import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../../api/client.ts'
import { formatNumber } from '../../format.ts'
import { settings } from '../../settings.ts'
import { texts } from '../../texts/texts.ts'

/** What records may lack: the filters that find those without it. */
const missing = [
  ...(['release_date', 'label_id', 'track_id'] as const).map((name) => ({ resource: 'albums' as const, name })),
  ...(['artist_id', 'album_id', 'genre_id', 'duration_seconds'] as const).map((name) => ({
    resource: 'tracks' as const,
    name,
  })),
  { resource: 'artists' as const, name: 'track_id' as const },
  ...(settings.covers ? [{ resource: 'albums' as const, name: 'cover_path' as const }] : []),
]

/** How long a number stays as it is, in milliseconds, unless something of the library changes here. */
const staleTime = 60_000

/** At most four cards are in a row, and none is alone in the second one: 5 are 3 and 2, 7 are 4 and 3. */
const columnsFor = (cards: number) => (cards > 4 ? Math.ceil(cards / 2) : cards)

/** How many records lack something. Each number leads to the list of them. */
export const ToComplete = () => {
  const counts = useQueries({
    queries: missing.map(({ resource, name }) => ({
      queryKey: ['counts', resource, name],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.search[resource]({ [name]: 'none', limit: 1 }, { signal })).total,
      staleTime,
    })),
  })
  const shown = missing.flatMap((kind, n) => (counts[n]?.data ? [{ ...kind, count: counts[n].data }] : []))
  if (shown.length === 0) return
  return (
    <>
      <Title order={2} mt={40} mb="md">
        {texts.overview.toComplete}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: columnsFor(shown.length) }} spacing="md">
        {shown.map(({ resource, name, count }) => (
          <Card
            key={`${resource} ${name}`}
            component={Link}
            to={`/${resource}?${name}=none`}
            withBorder
            padding="md"
            className="count-card"
          >
            <Text fw={650}>{formatNumber(count)}</Text>
            <Text size="sm" c="dimmed">
              {texts.overview.without(count === 1 ? texts[resource].one : texts[resource].many, name)}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </>
  )
}
