import { Card, Group, Pagination, SegmentedControl, Select, Skeleton, Text } from '@mantine/core'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { Link, Outlet } from 'react-router'
import type { ListedAlbum } from '../../client/index.ts'
import type { AlbumSummary } from '../api/console.ts'
import { BulkBar } from '../components/bulk/BulkBar.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { Cover } from '../components/Cover.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatYear } from '../format.ts'
import { albumColumns, albumTypes, describeArtists } from '../resources/albums.tsx'
import { texts } from '../texts/texts.ts'

const sorts = [
  { value: 'title', label: texts.fields.title },
  { value: '-release_date', label: texts.albums.newestFirst },
  { value: 'release_date', label: texts.albums.oldestFirst },
  { value: '-created_at', label: texts.albums.latestFirst },
]

/** All albums, as a grid of covers or as a table. */
export const Component = () => {
  const list = useListState('title')
  const type = albumTypes.find((name) => name === list.get('type'))
  const isTable = list.get('view') === 'table'
  const query = useSearchPage('albums', list, { type })
  const summaries = useSummaries('albums', query.data?.records)
  const selection = useSelection<ListedAlbum>()
  const { title, one, many } = texts.albums
  return (
    <>
      <PageHeader
        title={title}
        description={query.data && texts.list.count(query.data.total, one, many)}
        actions={<NewRecordButton resource="albums" />}
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
        <Select
          aria-label={texts.fields.type}
          placeholder={texts.fields.type}
          data={albumTypes.map((value) => ({ value, label: texts.albumTypes[value] }))}
          value={type ?? null}
          onChange={(value) => list.set({ type: value ?? undefined })}
          clearable
          w={130}
        />
        {!isTable && (
          <Select
            aria-label={texts.list.sortBy}
            data={sorts}
            value={list.sort}
            allowDeselect={false}
            onChange={(sort) => list.set({ sort: sort ?? undefined })}
            w={170}
          />
        )}
        <SegmentedControl
          aria-label={texts.list.view}
          ml="auto"
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
      <BulkBar resource="albums" selection={selection} query={query} />
      {isTable && (
        <RecordTable
          list={list}
          query={query}
          columns={albumColumns(summaries)}
          selection={selection}
          resource="albums"
          storeColumnsKey="albums"
        />
      )}
      {!isTable && query.error && !query.data && <LoadFailure error={query.error} onRetry={query.refetch} />}
      {!isTable && !query.error && <AlbumGrid albums={query.data?.records} summaries={summaries} />}
      {!isTable && query.data && query.data.total > list.pageSize && (
        <Pagination
          mt="xl"
          total={Math.ceil(query.data.total / list.pageSize)}
          value={list.page}
          onChange={(page) => list.set({ page })}
          getControlProps={(control) => ({ 'aria-label': texts.list[control] })}
        />
      )}
      <Outlet />
    </>
  )
}

interface GridProps {
  /** Undefined until they have been read. */
  albums: ListedAlbum[] | undefined
  summaries: Map<number, AlbumSummary> | undefined
}

/** Albums as covers. */
export const AlbumGrid = ({ albums, summaries }: GridProps) => {
  if (albums?.length === 0) {
    return (
      <Text c="dimmed" py="xl" ta="center">
        {texts.list.empty}
      </Text>
    )
  }
  return (
    <div className="album-grid" aria-busy={!albums}>
      {albums?.map((album) => (
        <AlbumCard key={album.id} album={album} artist={describeArtists(summaries?.get(album.id))} />
      ))}
      {!albums && Array.from({ length: 12 }, (_, n) => n).map((n) => <Skeleton key={n} className="cover" />)}
    </div>
  )
}

const AlbumCard = ({ album, artist }: { album: ListedAlbum; artist: string | undefined }) => (
  <Card component={Link} to={`/albums/${album.id}`} p={0} bg="transparent" className="album-card">
    <Cover title={album.title} artist={artist} />
    <Text fw={600} size="sm" mt="xs" truncate title={album.title}>
      {album.title}
    </Text>
    <Text c="dimmed" size="xs" truncate>
      {[artist, album.release_date && formatYear(album.release_date)].filter(Boolean).join(' · ') || '\u00a0'}
    </Text>
  </Card>
)
