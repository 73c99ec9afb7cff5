import { useCallbackRef, useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { DataTable, type DataTableColumn, type DataTableSortStatus, useDataTableColumns } from 'mantine-datatable'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { formatNumber } from '../format.ts'
import { describeRecord, type ResourceName } from '../resources/names.ts'
import { wideOnly, widestOnly } from '../resources/wideOnly.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { EmptyList } from './EmptyList.tsx'
import { editColumn } from './edit/editColumn.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { type ListState, pageSizes } from './useListState.ts'

/** The query that has read the page of a table. */
export interface TableQuery<Listed, More = object> {
  data: ({ records: Listed[]; total: number } & More) | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<Listed extends { id: number }> {
  list: ListState
  columns: DataTableColumn<Listed>[]
  query: TableQuery<Listed>
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

/** To render fifty rows takes longer than to read them, so this happens only when they change. */
const Table = memo(DataTable) as typeof DataTable // memo forgets the type of the rows

const noRecords: never[] = []
const emptyList = <EmptyList />
const selectPageProps = { 'aria-label': texts.list.selectPage }
const selectProps = (record: { id: number }) => ({ 'aria-label': texts.list.select(describeRecord(record)) })
const formatRange = ({ from, to, totalRecords }: { from: number; to: number; totalRecords: number }) =>
  texts.list.pageOf(formatNumber(from), formatNumber(to), formatNumber(totalRecords))
const pageControlProps = (control: 'first' | 'last' | 'previous' | 'next') => ({ 'aria-label': texts.list[control] })

/** The order and page of the rows that are shown: those of the URL, as soon as its rows have been read. */
const useShownState = (list: ListState, isPlaceholderData: boolean) => {
  const { sort, page, pageSize } = list
  const [shown, setShown] = useState({ sort, page, pageSize })
  const isCurrent = shown.sort === sort && shown.page === page && shown.pageSize === pageSize
  if (!isPlaceholderData && !isCurrent) setShown({ sort, page, pageSize })
  return shown
}

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
  const isWide = useMediaQuery(wideOnly.visibleMediaQuery, false, { getInitialValueInEffect: false })
  const isWidest = useMediaQuery(widestOnly.visibleMediaQuery, false, { getInitialValueInEffect: false })
  const shown = useShownState(list, isPlaceholderData)
  const shownColumns = useMemo(() => {
    const chosen = storeColumnsKey ? effectiveColumns : columns.filter(({ defaultToggle }) => defaultToggle !== false)
    const all = resource && isAdmin ? [...chosen, editColumn<Listed>(resource)] : chosen
    const isVisible = ({ visibleMediaQuery: query }: DataTableColumn<Listed>) =>
      query === undefined || (query === widestOnly.visibleMediaQuery ? isWidest : isWide)
    // The table would hide columns by itself. But it knows no choice, and asks for the width of the window in each cell.
    return all.filter(isVisible).map((column) => ({ ...column, defaultToggle: true, visibleMediaQuery: undefined }))
  }, [storeColumnsKey, effectiveColumns, columns, resource, isAdmin, isWide, isWidest])
  const sortStatus = useMemo(
    () => ({
      columnAccessor: shown.sort.replace(/^-/, ''),
      direction: shown.sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
    }),
    [shown.sort],
  )
  // These functions are always the same, and do what the last rendering says.
  const sortBy = useCallbackRef(({ columnAccessor, direction }: DataTableSortStatus<Listed>) =>
    list.set({ sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}` }),
  )
  const showPage = useCallbackRef((page: number) => list.set({ page }))
  const showPageSize = useCallbackRef((limit: number) => list.set({ limit }))
  const select = useCallbackRef((records: Listed[]) => selection?.onChange(records))
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <Table
      records={data?.records ?? noRecords}
      columns={shownColumns}
      {...(selection && {
        selectedRecords: selection.records,
        onSelectedRecordsChange: select,
        allRecordsSelectionCheckboxProps: selectPageProps,
        getRecordSelectionCheckboxProps: selectProps,
      })}
      minHeight={data?.records.length ? 0 : emptyHeight}
      fetching={!data || (isPlaceholderData && isSlow)}
      // Before the first page has arrived, nothing is known to be missing.
      emptyState={data ? emptyState || emptyList : '\u00a0'}
      withTableBorder
      borderRadius="md"
      verticalSpacing={isOneLine ? 4 : 'xs'}
      className={isOneLine ? 'one-line-table' : undefined}
      highlightOnHover
      sortStatus={sortStatus}
      onSortStatusChange={sortBy}
      page={shown.page}
      onPageChange={showPage}
      totalRecords={data?.total ?? 0}
      recordsPerPage={shown.pageSize}
      recordsPerPageOptions={pageSizes}
      onRecordsPerPageChange={showPageSize}
      recordsPerPageLabel={texts.list.recordsPerPage}
      loadingText={texts.list.loading}
      paginationText={formatRange}
      getPaginationControlProps={pageControlProps}
    />
  )
}
