import { Group } from '@mantine/core'
import type { AlbumSearch } from '../../../client/index.ts'
import { texts } from '../../texts/texts.ts'
import { AlbumGrid } from '../AlbumGrid.tsx'
import { ListPagination } from '../ListPagination.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { SearchField } from '../SearchField.tsx'
import { SortSelect } from '../SortSelect.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

export const albumSorts = [
  { value: 'title', label: texts.fields.title },
  { value: '-release_date', label: texts.albums.newestFirst },
  { value: 'release_date', label: texts.albums.oldestFirst },
  { value: '-created_at', label: texts.albums.latestFirst },
]

/** The albums that belong to another record, as covers. */
export const AlbumList = ({ filters }: { filters: AlbumSearch }) => {
  const list = useListState('-release_date')
  const { data, error, refetch } = useSearchPage('albums', list, filters)
  return (
    <>
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(texts.albums.many)} />
        <SortSelect list={list} sorts={albumSorts} />
      </Group>
      {error && !data ? <LoadFailure error={error} onRetry={refetch} /> : <AlbumGrid albums={data?.records} />}
      <ListPagination list={list} total={data?.total} />
    </>
  )
}
