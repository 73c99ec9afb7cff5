import { useCallbackRef, useDidUpdate } from '@mantine/hooks'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import type { ResourceName } from '../resources/names.ts'
import { useSession } from '../session/useSession.ts'
import { EmptyList } from './EmptyList.tsx'
import { EditBeside } from './edit/EditBeside.tsx'
import { editColumn } from './edit/editColumn.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import type { Column } from './table/columns.ts'
import { phoneColumns } from './table/phoneColumns.tsx'
import { Table } from './table/Table.tsx'
import { TableFooter } from './table/TableFooter.tsx'
import { useColumnChoice } from './table/useColumnChoice.ts'
import { useIsPhone } from './table/useRoom.ts'
import type { RowSelection } from './table/useRowSelection.ts'
import { type ListState, pageSizes } from './useListState.ts'

/** The query that has read the page of a table. */
export interface TableQuery<Listed, More = object> {
  data: ({ records: Listed[]; total: number; parameters?: object } & More) | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<Listed extends { id: number }> {
  list: ListState
  columns: Column<Listed>[]
  query: TableQuery<Listed>
  /** Without this no record can be selected. */
  selection?: (RowSelection<Listed> & { isStarted: boolean }) | undefined
  /** The resource whose records an admin edits from their rows. */
  resource?: ResourceName | 'users' | undefined
  /** The name under which the browser stores the columns that the user has chosen, if a ColumnsDialog asks for them. */
  storeColumnsKey?: string | undefined
  /** What an empty table shows, unless it is that nothing was found. */
  emptyState?: ReactNode
  /** A row below the records, such as one that adds a record. */
  lastRow?: ReactNode
  /** Whether each row is one line, and columns without a width share what the others leave. Otherwise the contents say the sizes. */
  isOneLine?: boolean
}

const noRecords: never[] = []
const emptyList = <EmptyList />

/** How many rows the first rendering of a page has: as many as a large window shows. The others follow. */
const firstRows = 20

/** The order and page of the rows that are shown: those of the URL, as soon as its rows have been read. */
const useShownState = (list: ListState, isPlaceholderData: boolean) => {
  const { sort, page, pageSize } = list
  const [shown, setShown] = useState({ sort, page, pageSize })
  const isCurrent = shown.sort === sort && shown.page === page && shown.pageSize === pageSize
  if (!isPlaceholderData && !isCurrent) setShown({ sort, page, pageSize })
  return shown
}

/** The columns that the user has chosen, or those of a telephone. A guest has no likes. */
const useShownColumns = <Listed extends { id: number }>(
  { columns, resource, isOneLine }: Pick<Props<Listed>, 'columns' | 'resource' | 'isOneLine'>,
  chosen: Readonly<Record<string, boolean>>,
) => {
  const { user, isAdmin } = useSession()
  const isGuest = !user
  const isPhone = useIsPhone()
  return useMemo(() => {
    const shown = isGuest ? columns.filter(({ name }) => name !== 'liked') : columns
    const all = resource && isAdmin ? [...shown, editColumn<Listed>(resource)] : shown
    if (isPhone && isOneLine) return phoneColumns(all)
    return all.filter(({ name, isOptional }) => chosen[name] ?? !isOptional)
  }, [columns, resource, isAdmin, isGuest, isOneLine, chosen, isPhone])
}

/** A table of one page of records, sorted and paged by the server. */
export const RecordTable = <Listed extends { id: number }>({
  list,
  columns,
  query: { data, error, isPlaceholderData, refetch },
  selection,
  resource,
  storeColumnsKey,
  emptyState,
  lastRow,
  isOneLine = true,
}: Props<Listed>) => {
  const choice = useColumnChoice(storeColumnsKey)
  const shown = useShownState(list, isPlaceholderData)
  const shownColumns = useShownColumns({ columns, resource, isOneLine }, choice.shown)
  const isPhone = useIsPhone()
  const sortBy = useCallbackRef((sort: string) => list.set({ sort }))
  const records = data?.records ?? noRecords
  // On the way back, the page has to be as long as it was, so that it can be scrolled to where it was.
  const isBack = useNavigationType() === 'POP'
  const rest = useDeferredValue(records, isBack ? records : noRecords)
  const top = useRef<HTMLDivElement>(null)
  // Another page begins with its first row.
  useDidUpdate(() => {
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView()
  }, [shown.page])
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <div ref={top} />
      <Table
        rows={rest === records ? records : records.slice(0, firstRows)}
        columns={shownColumns}
        selection={!isPhone || selection?.isStarted ? selection : undefined}
        sort={shown.sort}
        onSort={sortBy}
        widths={choice.widths}
        {...(storeColumnsKey && !isPhone && { onResize: (widths) => choice.set({ widths }) })}
        pageKey={JSON.stringify([data?.parameters, shown])}
        isOneLine={isOneLine}
        isBusy={!data || isPlaceholderData}
        // Before the first page has arrived, nothing is known to be missing.
        empty={data && (emptyState || emptyList)}
        lastRow={data && lastRow}
      />
      <TableFooter
        {...shown}
        total={data?.total}
        onPage={(page) => list.set({ page })}
        pageSizes={pageSizes}
        onPageSize={(limit) => list.set({ limit })}
      />
      {resource && <EditBeside resource={resource} records={records} />}
    </>
  )
}
