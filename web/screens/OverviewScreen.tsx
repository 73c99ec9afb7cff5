import { Anchor, Group, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../api/client.ts'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { CountCards, countedResources } from '../components/overview/CountCards.tsx'
import { FirstRun } from '../components/overview/FirstRun.tsx'
import { LatestChanges } from '../components/overview/LatestChanges.tsx'
import { LatestEntries } from '../components/overview/LatestEntries.tsx'
import { ToComplete } from '../components/overview/ToComplete.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** The number of albums among the latest additions. */
const shownAlbums = 12

/** What the library has, and what is new in it. */
export const Component = () => {
  const { user, isAdmin } = useSession()
  const counts = useQueries({
    queries: countedResources.map(({ resource }) => ({
      queryKey: ['counts', resource],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.search[resource]({ limit: 1 }, { signal })).total,
    })),
  })
  const { data: albums } = useQuery({
    queryKey: ['search', 'albums', 'latest'],
    queryFn: async ({ signal }) =>
      (await client.search.albums({ sort: '-created_at', limit: shownAlbums }, { signal })).records,
  })
  const failed = counts.find(({ error, data }) => error && data === undefined)
  if (failed) return <LoadFailure error={failed.error} onRetry={failed.refetch} />
  const isEmpty = counts.every(({ data }) => data === 0)
  return (
    <>
      <PageHeader title={texts.layout.overview} description={texts.overview.welcome(user.name)} />
      {isEmpty ? (
        <FirstRun />
      ) : (
        <>
          <CountCards counts={counts.map(({ data }) => data)} />
          {albums?.length !== 0 && (
            <>
              <Group justify="space-between" align="baseline" mt={40} mb="md">
                <Title order={2}>{texts.overview.latest}</Title>
                <Anchor component={Link} to="/albums?sort=-created_at" size="sm" underline="always">
                  {texts.overview.allAlbums}
                </Anchor>
              </Group>
              <AlbumGrid albums={albums} expected={shownAlbums} />
            </>
          )}
          <ToComplete />
          {isAdmin ? <LatestEntries /> : <LatestChanges />}
        </>
      )}
    </>
  )
}
