import { Group } from '@mantine/core'
import type { TrackSearch } from '../../../client/index.ts'
import { trackColumns } from '../../resources/tracks.tsx'
import { texts } from '../../texts/texts.ts'
import { RecordTable } from '../RecordTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { useLikes } from '../useLikes.ts'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

interface Props {
  filters: TrackSearch
  /** Columns that the screen says already. */
  without?: string[]
  defaultSort?: string
  /** Whether there are so few tracks that they need no search. */
  isShort?: boolean
}

/** The tracks that belong to another record. */
export const TrackList = ({ filters, without = [], defaultSort = 'title', isShort = false }: Props) => {
  const list = useListState(defaultSort)
  const query = useSearchPage('tracks', list, filters)
  const likes = useLikes(query.data?.records.map(({ id }) => id) ?? [])
  return (
    <>
      {!isShort && (
        <Group mb="md">
          <SearchField list={list} label={texts.list.search(texts.tracks.many)} />
        </Group>
      )}
      <RecordTable list={list} query={query} columns={trackColumns(likes, without)} />
    </>
  )
}
