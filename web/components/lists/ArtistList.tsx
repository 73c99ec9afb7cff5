import { useMemo } from 'react'
import type { ArtistSearch } from '../../../client/index.ts'
import { artistColumns } from '../../resources/artists.tsx'
import { RecordTable } from '../RecordTable.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'
import { useSummaries } from '../useSummaries.ts'
import { Toolbar } from './Toolbar.tsx'

/** The artists that belong to another record. */
export const ArtistList = ({ filters }: { filters: ArtistSearch }) => {
  const list = useListState('name')
  const query = useSearchPage('artists', list, filters)
  const summaries = useSummaries('artists', query.data?.records)
  const columns = useMemo(() => artistColumns(summaries).filter(({ name }) => name !== 'label'), [summaries])
  return (
    <>
      <Toolbar resource="artists" list={list} />
      <RecordTable list={list} query={query} columns={columns} resource="artists" />
    </>
  )
}
