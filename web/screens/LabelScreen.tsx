import { Outlet, useParams } from 'react-router'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { AlbumList } from '../components/lists/AlbumList.tsx'
import { ArtistList } from '../components/lists/ArtistList.tsx'
import { RecordTabs } from '../components/lists/RecordTabs.tsx'
import { TrackList } from '../components/lists/TrackList.tsx'
import { RecordHeader } from '../components/RecordHeader.tsx'
import { RecordPicture } from '../components/RecordPicture.tsx'
import { useRecord } from '../components/useRecord.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { useTotal } from '../components/useTotal.ts'
import { formatAge } from '../format.ts'
import { IconTag } from '../icons/icons.ts'
import { texts } from '../texts/texts.ts'

/** One label with its artists, its albums, and the tracks of these albums. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: label, error, refetch } = useRecord('labels', id)
  const tracks = useTotal('tracks', { label_id: id })
  const summary = useSummaries('labels', label && [label])?.get(id)
  if (error && !label) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <RecordHeader
        resource="labels"
        record={label}
        picture={<RecordPicture icon={IconTag} />}
        kind={texts.fields.label}
        facts={[label && texts.list.addedAt(formatAge(label.created_at))]}
      />
      <RecordTabs
        tabs={[
          { value: 'artists', count: summary?.artists, panel: <ArtistList filters={{ label_id: id }} /> },
          { value: 'albums', count: summary?.albums, panel: <AlbumList filters={{ label_id: id }} /> },
          { value: 'tracks', count: tracks, panel: <TrackList filters={{ label_id: id }} /> },
        ]}
      />
      <Outlet />
    </>
  )
}
