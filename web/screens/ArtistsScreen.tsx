import { Filters } from '../components/filters/Filters.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { readFilters } from '../components/filters/readFilters.ts'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { artistColumns } from '../resources/artists.tsx'
import { texts } from '../texts/texts.ts'

const filterNames = ['label_id', 'created_at'] as const

/** All artists. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('artists', list, readFilters(list, filterNames))
  const columns = artistColumns(useSummaries('artists', query.data?.records))
  const filters = (
    <Filters list={list} names={filterNames}>
      <RecordFilter list={list} name="label_id" resource="labels" label={texts.fields.label} />
      <RangeFilter list={list} name="created_at" label={texts.list.added} />
    </Filters>
  )
  return <TableScreen resource="artists" list={list} query={query} columns={columns} filters={filters} />
}
