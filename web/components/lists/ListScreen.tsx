import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { lists } from '../../resources/lists.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import type { Selection } from '../bulk/useSelection.ts'
import { NewRecordButton } from '../edit/NewRecordButton.tsx'
import { PageHeader } from '../PageHeader.tsx'
import type { ChosenColumns } from '../table/ColumnsDialog.tsx'
import type { ListState } from '../useListState.ts'
import { SavedViews } from '../views/SavedViews.tsx'
import { ListMenu } from './ListMenu.tsx'
import { Toolbar } from './Toolbar.tsx'

interface Props<Listed> {
  resource: ResourceName
  list: ListState
  /** The query that has read the page. */
  query: { data: { total: number; parameters: object } | undefined }
  selection: Selection<Listed> | undefined
  table: ChosenColumns | undefined
  /** What chooses how the records are shown. */
  view?: ReactNode
  /** The records. */
  children: ReactNode
}

/** The screen with all records of a resource: what searches, filters and changes them, and the records in any form. */
export const ListScreen = <Listed extends { id: number }>({
  resource,
  list,
  query,
  selection,
  table,
  view,
  children,
}: Props<Listed>) => (
  <>
    <PageHeader
      title={texts[resource].title}
      beside={<SavedViews path={`/${resource}`} />}
      description={query.data ? countRecords(query.data.total, resource) : '\u00a0'}
      actions={<NewRecordButton resource={resource} />}
    />
    <Toolbar resource={resource} list={list} filters={lists[resource].filters} selection={selection}>
      {view}
      <ListMenu resource={resource} query={query} table={table} isWhole />
    </Toolbar>
    <BulkBar resource={resource} selection={selection} query={query} />
    {children}
    <Outlet />
  </>
)
