import { ActionIcon } from '@mantine/core'
import { useMemo } from 'react'
import type { ListedAlbum } from '../../client/index.ts'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { ListScreen } from '../components/lists/ListScreen.tsx'
import { useList } from '../components/lists/useList.ts'
import { RecordTable } from '../components/RecordTable.tsx'
import { TableFooter } from '../components/table/TableFooter.tsx'
import { useSummaries } from '../components/useSummaries.ts'
import { IconLayoutGrid, IconTable } from '../icons/icons.ts'
import { albumColumns } from '../resources/albums.tsx'
import { texts } from '../texts/texts.ts'

/** All albums, as a grid of covers or as a table. */
export const Component = () => {
  const { resource, list, query } = useList('albums')
  const isTable = list.get('view') === 'table'
  const summaries = useSummaries('albums', isTable ? query.data?.records : [])
  const selection = useSelection<ListedAlbum>()
  const table = {
    columns: useMemo(() => albumColumns(summaries), [summaries]),
    storeColumnsKey: 'music-library albums',
  }
  const Icon = isTable ? IconLayoutGrid : IconTable
  const label = isTable ? texts.list.grid : texts.list.table
  return (
    <ListScreen
      resource={resource}
      list={list}
      query={query}
      selection={isTable ? selection : undefined}
      table={isTable ? table : undefined}
      view={
        <ActionIcon
          variant="default"
          size={36}
          aria-label={label}
          title={label}
          onClick={() => list.set({ view: isTable ? undefined : 'table', page: list.page }, { replace: true })}
        >
          <Icon size={18} />
        </ActionIcon>
      }
    >
      {isTable && <RecordTable {...table} list={list} query={query} selection={selection} resource={resource} />}
      {!isTable && query.error && !query.data && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {!isTable && (query.data || !query.error) && <AlbumGrid albums={query.data?.records} />}
      {!isTable && <TableFooter {...list} total={query.data?.total} onPage={(page) => list.set({ page })} />}
    </ListScreen>
  )
}
