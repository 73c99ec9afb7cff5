import type { ListedTrack, TrackSearch } from '../../../client/index.ts'
import { trackColumns } from '../../resources/tracks.tsx'
import { BulkBar } from '../bulk/BulkBar.tsx'
import { useSelection } from '../bulk/useSelection.ts'
import { LikesOf } from '../LikesOf.tsx'
import { RecordTable } from '../RecordTable.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'
import { Toolbar } from './Toolbar.tsx'

const columns = trackColumns<ListedTrack>()

/** The tracks that belong to another record. */
export const TrackList = ({ filters }: { filters: TrackSearch }) => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, filters)
  const selection = useSelection<ListedTrack>()
  return (
    <>
      <Toolbar resource="tracks" list={list} selection={selection} />
      <BulkBar resource="tracks" selection={selection} query={query} />
      <LikesOf tracks={query.data?.records}>
        <RecordTable list={list} query={query} columns={columns} selection={selection} resource="tracks" />
      </LikesOf>
    </>
  )
}
