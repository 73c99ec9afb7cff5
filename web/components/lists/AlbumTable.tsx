import type { DataTableColumn } from 'mantine-datatable'
import type { ListedAlbum } from '../../../client/index.ts'
import type { Selection } from '../bulk/useSelection.ts'
import { ColumnsMenu } from '../ColumnsMenu.tsx'
import { RecordTable } from '../RecordTable.tsx'
import type { ListState } from '../useListState.ts'
import type { useSearchPage } from '../useSearchPage.ts'

// The screen of albums loads this file only when the user wants a table: tables are as large as the rest of the screen.

const storeColumnsKey = 'music-library albums'

interface Props {
  list: ListState
  query: ReturnType<typeof useSearchPage<'albums'>>
  columns: DataTableColumn<ListedAlbum>[]
  selection: Selection<ListedAlbum> | undefined
}

/** All albums as a table. */
export const AlbumTable = (props: Props) => (
  <RecordTable {...props} resource="albums" storeColumnsKey={storeColumnsKey} />
)

/** The menu that shows and hides columns of the table. */
export const AlbumColumnsMenu = ({ columns }: Pick<Props, 'columns'>) => (
  <ColumnsMenu storeColumnsKey={storeColumnsKey} columns={columns} />
)
