import { Group } from '@mantine/core'
import type { ArtistSearch } from '../../../client/index.ts'
import { artistColumns } from '../../resources/artists.tsx'
import { texts } from '../../texts/texts.ts'
import { RecordTable } from '../RecordTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'
import { useSummaries } from '../useSummaries.ts'

/** The artists that belong to another record. */
export const ArtistList = ({ filters }: { filters: ArtistSearch }) => {
  const list = useListState('name')
  const query = useSearchPage('artists', list, filters)
  const summaries = useSummaries('artists', query.data?.records)
  return (
    <>
      <Group mb="md">
        <SearchField list={list} label={texts.list.search(texts.artists.many)} />
      </Group>
      <RecordTable
        list={list}
        query={query}
        columns={artistColumns(summaries).filter(({ accessor }) => accessor !== 'label')}
      />
    </>
  )
}
