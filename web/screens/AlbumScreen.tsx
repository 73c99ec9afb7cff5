import { Text } from '@mantine/core'
import { Outlet, useParams } from 'react-router'
import { AddTracksMenu } from '../components/album/AddTracksMenu.tsx'
import { Cover } from '../components/Cover.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { AlbumTracks } from '../components/lists/AlbumTracks.tsx'
import { RecordHeader } from '../components/RecordHeader.tsx'
import { RecordLinks } from '../components/RecordLink.tsx'
import { useListedRecord } from '../components/useRecord.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatDay, formatInstant, formatLength } from '../format.ts'
import { AlbumArtists, describeArtists } from '../resources/albums.tsx'
import { countRecords } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'

/** One album with its tracks. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: album, error, refetch } = useListedRecord('albums', id)
  const summary = useSummaries('albums', album && [album])?.get(id)
  if (error && !album) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <RecordHeader
        resource="albums"
        record={album}
        picture={
          <Cover name={album?.title ?? ''} artist={describeArtists(summary)} picture={summary?.cover} place="page" />
        }
        kind={texts.choices[album?.type ?? 'album']}
        actions={album && <AddTracksMenu album={album} />}
        references={<AlbumArtists summary={summary} />}
        facts={[
          album?.release_date && formatDay(album.release_date),
          summary && countRecords(summary.tracks, 'tracks'),
          describeLength(album?.duration_seconds, summary?.duration_seconds),
          album?.label && <RecordLinks key="label" to="labels" records={[album.label]} />,
        ]}
      />
      <AlbumTracks album_id={id} summary={summary} />
      {album && (
        <Text size="xs" c="dimmed" className="break-anywhere">
          {[
            `${texts.list.added} ${formatInstant(album.created_at)}`,
            `${texts.list.updated} ${formatInstant(album.updated_at)}`,
            album.cover_path && `${texts.fields.cover_path}: ${album.cover_path}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      <Outlet />
    </>
  )
}

/** The length that an album has; without one, the sum of its tracks. */
const describeLength = (own: number | null | undefined, ofTracks: number | null | undefined) => {
  if (own) return formatLength(own)
  return ofTracks && texts.albums.lengthOfTracks(formatLength(ofTracks))
}
