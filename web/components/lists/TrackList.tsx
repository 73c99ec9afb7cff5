import { Group } from '@mantine/core'
import type { ListedTrack, TrackSearch } from '../../../client/index.ts'
import { trackColumns } from '../../resources/tracks.tsx'
import { texts } from '../../texts/texts.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import { useSelection } from '../bulk/useSelection.ts'
import { RecordTable } from '../RecordTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { useLikes } from '../useLikes.ts'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

/** The tracks that belong to another record. */
export const TrackList = ({ filters }: { filters: TrackSearch }) => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, filters)
  const likes = useLikes(query.data?.records.map(({ id }) => id) ?? [])
  const selection = useSelection<ListedTrack>()
  return (
    <>
      <Group mb="md">
        <SearchField list={list} label={texts.list.search(texts.tracks.many)} />
      </Group>
      <BulkBar resource="tracks" selection={selection} query={query} />
      <RecordTable list={list} query={query} columns={trackColumns(likes)} selection={selection} />
    </>
  )
}
