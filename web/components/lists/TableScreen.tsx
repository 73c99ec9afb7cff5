import { Group } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import type { ReactNode } from 'react'
import type { ResourceName } from '../../resources/names.ts'
import { useSelection } from '../bulk/useSelection.ts'
import { ColumnsMenu } from '../ColumnsMenu.tsx'
import { CsvButton } from '../CsvButton.tsx'
import { RecordTable, type TableQuery } from '../RecordTable.tsx'
import type { ListState } from '../useListState.ts'
import { ListScreen } from './ListScreen.tsx'

interface Props<Listed extends { id: number }> {
  resource: ResourceName
  list: ListState
  query: TableQuery<Listed, { parameters: object }>
  columns: DataTableColumn<Listed>[]
  filters?: ReactNode
}

/** The screen with all records of a resource, in a table whose columns the user chooses. */
export const TableScreen = <Listed extends { id: number }>({ columns, ...props }: Props<Listed>) => {
  const selection = useSelection<Listed>()
  const table = { columns, storeColumnsKey: `music-library ${props.resource}` }
  const tools = (
    <Group ml="auto">
      <CsvButton resource={props.resource} query={props.query} />
      <ColumnsMenu {...table} />
    </Group>
  )
  return (
    <ListScreen {...props} selection={selection} tools={tools}>
      <RecordTable {...table} {...props} selection={selection} />
    </ListScreen>
  )
}
