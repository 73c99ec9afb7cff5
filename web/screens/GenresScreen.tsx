import type { DataTableColumn } from 'mantine-datatable'
import type { Genre } from '../../client/index.ts'
import type { GenreSummary } from '../api/types.ts'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { countColumn, dateColumns, nameColumn } from '../resources/columns.tsx'

/** All genres. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('genres', list)
  const columns = genreColumns(useSummaries('genres', query.data?.records))
  return <TableScreen resource="genres" list={list} query={query} columns={columns} />
}

const genreColumns = (summaries: Map<number, GenreSummary> | undefined): DataTableColumn<Genre>[] => [
  nameColumn('genres', 'name'),
  countColumn('tracks', summaries),
  ...dateColumns<Genre>(),
]
