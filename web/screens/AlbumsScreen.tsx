import { Group, SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ListedAlbum } from '../../client/index.ts'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { CsvButton } from '../components/CsvButton.tsx'
import { Filters } from '../components/filters/Filters.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { readFilters } from '../components/filters/readFilters.ts'
import { TypeFilter } from '../components/filters/TypeFilter.tsx'
import { ListPagination } from '../components/ListPagination.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { albumSorts } from '../components/lists/AlbumList.tsx'
import { ListScreen } from '../components/lists/ListScreen.tsx'
import { throwScreenUnavailable } from '../components/ScreenUnavailable.tsx'
import { SortSelect } from '../components/SortSelect.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { IconLayoutGrid, IconTable } from '../icons/icons.ts'
import { albumColumns } from '../resources/albums.tsx'
import { texts } from '../texts/texts.ts'

// Loaded only when the user wants a table: tables are as large as the rest of the screen.
const RecordTable = lazy(async () => {
  const { RecordTable } = await import('../components/RecordTable.tsx').catch(throwScreenUnavailable)
  return { default: RecordTable<ListedAlbum> }
})
const ColumnsMenu = lazy(async () => {
  const { ColumnsMenu } = await import('../components/ColumnsMenu.tsx').catch(throwScreenUnavailable)
  return { default: ColumnsMenu<ListedAlbum> }
})

const filterNames = [
  ...(['artist_id', 'genre_id', 'label_id', 'type'] as const),
  ...(['release_date', 'duration_seconds', 'created_at'] as const),
]

/** All albums, as a grid of covers or as a table. */
export const Component = () => {
  const list = useListState('title')
  const isTable = list.get('view') === 'table'
  const query = useSearchPage('albums', list, readFilters(list, filterNames))
  const columns = albumColumns(useSummaries('albums', isTable ? query.data?.records : []))
  const selection = useSelection<ListedAlbum>()
  const table = { columns, storeColumnsKey: 'music-library albums' }
  return (
    <ListScreen
      resource="albums"
      list={list}
      query={query}
      selection={selection}
      filters={
        <Filters list={list} names={filterNames}>
          <RecordFilter list={list} name="artist_id" resource="artists" label={texts.fields.artist} />
          <RecordFilter list={list} name="genre_id" resource="genres" label={texts.fields.genre} />
          <RecordFilter list={list} name="label_id" resource="labels" label={texts.fields.label} />
          <TypeFilter list={list} />
          <RangeFilter list={list} name="release_date" label={texts.fields.release_date} />
          <RangeFilter list={list} name="duration_seconds" label={texts.fields.duration_seconds} />
          <RangeFilter list={list} name="created_at" label={texts.list.added} />
        </Filters>
      }
      tools={
        <Group gap="sm" ml="auto">
          <CsvButton resource="albums" query={query} />
          {isTable ? (
            <Suspense>
              <ColumnsMenu {...table} />
            </Suspense>
          ) : (
            <SortSelect list={list} sorts={albumSorts} />
          )}
          <SegmentedControl
            aria-label={texts.list.view}
            value={isTable ? 'table' : 'grid'}
            onChange={(view) =>
              list.set({ view: view === 'table' ? view : undefined, page: list.page }, { replace: true })
            }
            data={[
              { value: 'grid', label: <IconLayoutGrid size={16} aria-label={texts.list.grid} /> },
              { value: 'table', label: <IconTable size={16} aria-label={texts.list.table} /> },
            ]}
          />
        </Group>
      }
    >
      {isTable && (
        <Suspense>
          <RecordTable {...table} list={list} query={query} selection={selection} resource="albums" />
        </Suspense>
      )}
      {!isTable && query.error && !query.data && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {!isTable && (query.data || !query.error) && <AlbumGrid albums={query.data?.records} />}
      {!isTable && <ListPagination list={list} total={query.data?.total} />}
    </ListScreen>
  )
}
