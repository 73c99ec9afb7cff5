import { Outlet, useParams } from 'react-router'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { AlbumList } from '../components/lists/AlbumList.tsx'
import { RecordTabs } from '../components/lists/RecordTabs.tsx'
import { TrackList } from '../components/lists/TrackList.tsx'
import { RecordHeader } from '../components/RecordHeader.tsx'
import { RecordPicture } from '../components/RecordPicture.tsx'
import { useRecord } from '../components/useRecord.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { useTotal } from '../components/useTotal.ts'
import { formatAge } from '../format.ts'
import { IconTags } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** One genre with its albums and tracks. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: genre, error, refetch } = useRecord('genres', id)
  const albums = useTotal('albums', { genre_id: id })
  const summary = useSummaries('genres', genre && [genre])?.get(id)
  if (error && !genre) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <RecordHeader
        resource="genres"
        record={genre}
        picture={<RecordPicture icon={IconTags} />}
        kind={texts.fields.genre}
        facts={[genre && texts.list.addedAt(formatAge(genre.created_at))]}
      />
      <RecordTabs
        tabs={[
          { value: 'albums', count: albums, panel: <AlbumList filters={{ genre_id: id }} /> },
          { value: 'tracks', count: summary?.tracks, panel: <TrackList filters={{ genre_id: id }} /> },
        ]}
      />
      <Outlet />
    </>
  )
}
