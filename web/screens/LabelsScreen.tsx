import type { DataTableColumn } from 'mantine-datatable'
import type { Label } from '../../client/index.ts'
import type { LabelSummary } from '../api/types.ts'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { countColumn, dateColumns, nameColumn } from '../resources/columns.tsx'

/** All labels. */
export const Component = () => {
  const list = useListState('name')
  const query = useSearchPage('labels', list)
  const columns = labelColumns(useSummaries('labels', query.data?.records))
  return <TableScreen resource="labels" list={list} query={query} columns={columns} />
}

const labelColumns = (summaries: Map<number, LabelSummary> | undefined): DataTableColumn<Label>[] => [
  nameColumn('labels', 'name'),
  countColumn('artists', summaries),
  countColumn('albums', summaries),
  ...dateColumns<Label>(),
]
