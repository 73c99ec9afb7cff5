import { Group, SegmentedControl } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import type { ListedAlbum } from '../../client/index.ts'
import { AlbumGrid } from '../components/AlbumGrid.tsx'
import { BulkBar } from '../components/bulk/BulkBar.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { CsvButton } from '../components/CsvButton.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { Filters } from '../components/filters/Filters.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { TypeFilter } from '../components/filters/TypeFilter.tsx'
import { ListPagination } from '../components/ListPagination.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { albumSorts } from '../components/lists/AlbumList.tsx'
import { DuplicatesLink } from '../components/merge/DuplicatesLink.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { throwScreenUnavailable } from '../components/ScreenUnavailable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { SortSelect } from '../components/SortSelect.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { SavedViews } from '../components/views/SavedViews.tsx'
import { IconLayoutGrid, IconTable } from '../icons/icons.ts'
import { albumColumns } from '../resources/albums.tsx'
import { parseAlbumType } from '../resources/albumTypes.ts'
import { texts } from '../texts/texts.ts'

const loadTable = () => import('../components/lists/AlbumTable.tsx').catch(throwScreenUnavailable)
const AlbumTable = lazy(async () => ({ default: (await loadTable()).AlbumTable }))
const AlbumColumnsMenu = lazy(async () => ({ default: (await loadTable()).AlbumColumnsMenu }))

const filterNames = ['artist_id', 'genre_id', 'label_id', 'type', 'release_date', 'duration_seconds', 'created_at']

/** All albums, as a grid of covers or as a table. */
export const Component = () => {
  const list = useListState('title')
  const isTable = list.get('view') === 'table'
  const query = useSearchPage('albums', list, {
    artist_id: list.getIds('artist_id'),
    genre_id: list.getIds('genre_id'),
    label_id: list.getIds('label_id'),
    type: parseAlbumType(list.get('type')),
    release_date: list.get('release_date'),
    duration_seconds: list.get('duration_seconds'),
    created_at: list.get('created_at'),
  })
  const columns = albumColumns(useSummaries('albums', isTable ? query.data?.records : []))
  const selection = useSelection<ListedAlbum>()
  const { title, one, many } = texts.albums
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path="/albums" />}
        description={query.data ? texts.list.count(query.data.total, one, many) : '\u00a0'}
        actions={
          <>
            <DuplicatesLink resource="albums" />
            <NewRecordButton resource="albums" />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        <Filters list={list} names={filterNames}>
          <RecordFilter list={list} name="artist_id" resource="artists" label={texts.fields.artist} />
          <RecordFilter list={list} name="genre_id" resource="genres" label={texts.fields.genre} />
          <RecordFilter list={list} name="label_id" resource="labels" label={texts.fields.label} />
          <TypeFilter list={list} />
          <RangeFilter list={list} name="release_date" label={texts.fields.release_date} />
          <RangeFilter list={list} name="duration_seconds" label={texts.fields.duration_seconds} />
          <RangeFilter list={list} name="created_at" label={texts.list.added} />
        </Filters>
        <Group gap="sm" ml="auto">
          <CsvButton resource="albums" query={query} />
          {isTable ? (
            <Suspense>
              <AlbumColumnsMenu columns={columns} />
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
      </Group>
      <BulkBar resource="albums" selection={selection} query={query} />
      {isTable && (
        <Suspense>
          <AlbumTable list={list} query={query} columns={columns} selection={selection} />
        </Suspense>
      )}
      {!isTable && query.error && !query.data && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {!isTable && (query.data || !query.error) && <AlbumGrid albums={query.data?.records} />}
      {!isTable && <ListPagination list={list} total={query.data?.total} />}
      <Outlet />
    </>
  )
}
