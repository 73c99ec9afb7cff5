import { Group } from '@mantine/core'
import type { ListedTrack, TrackSearch } from '../../../client/index.ts'
import { trackColumns } from '../../resources/tracks.tsx'
import { texts } from '../../texts/texts.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import { useSelection } from '../bulk/useSelection.ts'
import { LikesOf } from '../LikesOf.tsx'
import { RecordTable } from '../RecordTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

const columns = trackColumns<ListedTrack>()

/** The tracks that belong to another record. */
export const TrackList = ({ filters }: { filters: TrackSearch }) => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, filters)
  const selection = useSelection<ListedTrack>()
  return (
    <>
      <Group mb="md">
        <SearchField list={list} label={texts.list.search(texts.tracks.many)} />
      </Group>
      <BulkBar resource="tracks" selection={selection} query={query} />
      <LikesOf tracks={query.data?.records}>
        <RecordTable list={list} query={query} columns={columns} selection={selection} />
      </LikesOf>
    </>
  )
}
