import { useDebouncedValue } from '@mantine/hooks'
import { DataTable, type DataTableColumn, useDataTableColumns } from 'mantine-datatable'
import type { ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { describeRecord, type ResourceName } from '../resources/names.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { EmptyList } from './EmptyList.tsx'
import { editColumn } from './edit/editColumn.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { type ListState, pageSizes } from './useListState.ts'

interface Props<Listed extends { id: number }> {
  list: ListState
  columns: DataTableColumn<Listed>[]
  /** The query that has read the page. */
  query: {
    data: { records: Listed[]; total: number } | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The records that are selected, on any page; without this none can be selected. */
  selection?: { records: Listed[]; onChange(records: Listed[]): void } | undefined
  /** The resource whose records an admin edits from their rows. */
  resource?: ResourceName | 'users' | undefined
  /** The name under which the browser stores which columns are shown, if a ColumnsMenu chooses them. */
  storeColumnsKey?: string | undefined
  /** What an empty table shows, unless it is that nothing was found. */
  emptyState?: ReactNode
  /** Whether each row is one line, and columns without a width share what the others leave. Otherwise the contents say the sizes. */
  isOneLine?: boolean
}

/** How long the next page is awaited before the table is covered, in milliseconds. A cover takes clicks away from the rows. */
const overlayDelay = 300

/** The height of a table without records, in pixels. */
const emptyHeight = 320

/** A table of one page of records, sorted and paged by the server. */
export const RecordTable = <Listed extends { id: number }>({
  list,
  columns,
  query,
  selection,
  resource,
  storeColumnsKey,
  emptyState,
  isOneLine = true,
}: Props<Listed>) => {
  const { isAdmin } = useSession()
  const { data, error, isPlaceholderData, refetch } = query
  const [isSlow] = useDebouncedValue(isPlaceholderData, overlayDelay)
  const { effectiveColumns } = useDataTableColumns({ key: storeColumnsKey, columns, getInitialValueInEffect: false })
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  const chosen = storeColumnsKey ? effectiveColumns : columns.filter(({ defaultToggle }) => defaultToggle !== false)
  // The table would hide these columns by itself, as it knows no choice.
  const shown = chosen.map((column) => ({ ...column, defaultToggle: true }))
  const isDescending = list.sort.startsWith('-')
  return (
    <DataTable
      records={data?.records ?? []}
      columns={resource && isAdmin ? [...shown, editColumn(resource)] : shown}
      {...(selection && {
        selectedRecords: selection.records,
        onSelectedRecordsChange: selection.onChange,
        allRecordsSelectionCheckboxProps: { 'aria-label': texts.list.selectPage },
        getRecordSelectionCheckboxProps: (record: Listed) => ({
          'aria-label': texts.list.select(describeRecord(record)),
        }),
      })}
      minHeight={data?.records.length ? 0 : emptyHeight}
      fetching={!data || (isPlaceholderData && isSlow)}
      // Before the first page has arrived, nothing is known to be missing.
      emptyState={data ? emptyState || <EmptyList /> : '\u00a0'}
      withTableBorder
      borderRadius="md"
      verticalSpacing={isOneLine ? 4 : 'xs'}
      className={isOneLine ? 'one-line-table' : undefined}
      highlightOnHover
      sortStatus={{
        columnAccessor: isDescending ? list.sort.slice(1) : list.sort,
        direction: isDescending ? 'desc' : 'asc',
      }}
      onSortStatusChange={({ columnAccessor, direction }) =>
        list.set({ sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}` })
      }
      page={list.page}
      onPageChange={(page) => list.set({ page })}
      totalRecords={data?.total ?? 0}
      recordsPerPage={list.pageSize}
      recordsPerPageOptions={pageSizes}
      onRecordsPerPageChange={(limit) => list.set({ limit })}
      recordsPerPageLabel={texts.list.recordsPerPage}
      loadingText={texts.list.loading}
      paginationText={({ from, to, totalRecords }) =>
        texts.list.pageOf(formatNumber(from), formatNumber(to), formatNumber(totalRecords))
      }
      getPaginationControlProps={(control) => ({ 'aria-label': texts.list[control] })}
    />
  )
}
