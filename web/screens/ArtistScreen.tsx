import { Anchor, Group, Title } from '@mantine/core'
import { Link, Outlet, useParams } from 'react-router'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { Cover } from '../components/Cover.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { TrackList } from '../components/lists/TrackList.tsx'
import { RecordHeader } from '../components/RecordHeader.tsx'
import { RecordLinks } from '../components/RecordLink.tsx'
import { useListedRecord } from '../components/useRecord.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatDay, formatLength } from '../format.ts'
import { countRecords } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'

/** The number of albums that are shown with the artist. */
const shownAlbums = 12

/** One artist with albums and tracks. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: artist, error, refetch } = useListedRecord('artists', id)
  const summary = useSummaries('artists', artist && [artist])?.get(id)
  const { data: albums } = useSearchPage(
    'albums',
    { q: '', sort: '-release_date', page: 1, pageSize: shownAlbums },
    { artist_id: id },
  )
  if (error && !artist) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <RecordHeader
        resource="artists"
        record={artist}
        picture={<Cover name={artist?.name ?? ''} picture={summary?.cover} place="page" isRound />}
        kind={texts.fields.artist}
        references={artist?.label && <RecordLinks to="labels" records={[artist.label]} />}
        facts={[
          summary && countRecords(summary.albums, 'albums'),
          summary && countRecords(summary.tracks, 'tracks'),
          artist?.release_date && formatDay(artist.release_date),
          artist?.duration && formatLength(artist.duration),
        ]}
      />
      <Group justify="space-between" align="baseline" mb="md">
        <Title order={2}>{texts.fields.albums}</Title>
        {albums && albums.total > shownAlbums && (
          <Anchor component={Link} to={`/albums?artist_id=${id}`} size="sm" underline="always">
            {texts.artists.allAlbums(albums.total)}
          </Anchor>
        )}
      </Group>
      <AlbumGrid albums={albums?.records} expected={Math.min(shownAlbums, summary?.albums ?? shownAlbums)} />
      <Title order={2} mt={40} mb="md">
        {texts.fields.tracks}
      </Title>
      <TrackList filters={{ artist_id: id }} />
      <Outlet />
    </>
  )
}
