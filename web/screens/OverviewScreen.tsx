import { Anchor, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../api/client.ts'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { CountCards } from '../components/overview/CountCards.tsx'
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
  const counts = useQuery({ queryKey: ['counts'], queryFn: ({ signal }) => client.search.counts({ signal }) })
  const { data: albums } = useQuery({
    queryKey: ['search', 'albums', 'latest'],
    queryFn: async ({ signal }) =>
      (await client.search.albums({ sort: '-created_at', limit: shownAlbums }, { signal })).records,
  })
  if (counts.error && !counts.data) return <LoadFailure error={counts.error} onRetry={counts.refetch} />
  const isEmpty = counts.data && Object.values(counts.data).every((count) => count === 0)
  return (
    <>
      <PageHeader
        title={texts.layout.overview}
        description={user ? texts.overview.welcome(user.name) : texts.overview.welcomeGuest}
      />
      {isEmpty ? (
        <FirstRun />
      ) : (
        <>
          <CountCards counts={counts.data} />
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
