import type { ResourceName } from '../../resources/names.ts'
import { useSelection } from '../bulk/useSelection.ts'
import { RecordTable, type TableQuery } from '../RecordTable.tsx'
import type { Column } from '../table/columns.ts'
import type { ListState } from '../useListState.ts'
import { ListScreen } from './ListScreen.tsx'

interface Props<Listed extends { id: number }> {
  resource: ResourceName
  list: ListState
  query: TableQuery<Listed, { parameters: object }>
  columns: Column<Listed>[]
}

/** The screen with all records of a resource, in a table whose columns the user chooses. */
export const TableScreen = <Listed extends { id: number }>({ columns, ...props }: Props<Listed>) => {
  const selection = useSelection<Listed>()
  const table = { columns, storeColumnsKey: `music-library ${props.resource}` }
  return (
    <ListScreen {...props} selection={selection} table={table}>
      <RecordTable {...table} {...props} selection={selection} />
    </ListScreen>
  )
}
