import type { AlbumSearch } from '../../../client/index.ts'
import { AlbumGrid } from '../AlbumGrid.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { TableFooter } from '../table/TableFooter.tsx'
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'
import { Toolbar } from './Toolbar.tsx'

/** The albums that belong to another record, as covers. */
export const AlbumList = ({ filters }: { filters: AlbumSearch }) => {
  const list = useListState('-release_date')
  const { data, error, refetch } = useSearchPage('albums', list, filters)
  return (
    <>
      <Toolbar resource="albums" list={list} />
      {error && !data ? <LoadFailure error={error} onRetry={refetch} /> : <AlbumGrid albums={data?.records} />}
      <TableFooter {...list} total={data?.total} onPage={(page) => list.set({ page })} />
    </>
  )
}
