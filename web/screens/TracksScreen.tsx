import type { ListedTrack } from '../../client/index.ts'
import { Filters } from '../components/filters/Filters.tsx'
import { LikedFilter } from '../components/filters/LikedFilter.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { readFilters } from '../components/filters/readFilters.ts'
import { TypeFilter } from '../components/filters/TypeFilter.tsx'
import { LikesOf } from '../components/LikesOf.tsx'
import { TableScreen } from '../components/lists/TableScreen.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { trackColumns } from '../resources/tracks.tsx'
import { texts } from '../texts/texts.ts'

const columns = trackColumns<ListedTrack>()

const filterNames = [
  ...(['artist_id', 'album_id', 'genre_id', 'label_id', 'type'] as const),
  ...(['release_date', 'duration_seconds', 'created_at', 'liked'] as const),
]

/** All tracks. */
export const Component = () => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, readFilters(list, filterNames))
  const filters = (
    <Filters list={list} names={filterNames}>
      <RecordFilter list={list} name="artist_id" resource="artists" label={texts.fields.artist} />
      <RecordFilter list={list} name="album_id" resource="albums" label={texts.fields.album} />
      <RecordFilter list={list} name="genre_id" resource="genres" label={texts.fields.genre} />
      <RecordFilter list={list} name="label_id" resource="labels" label={texts.fields.label} />
      <TypeFilter list={list} />
      <RangeFilter list={list} name="release_date" label={texts.fields.release_date} />
      <RangeFilter list={list} name="duration_seconds" label={texts.fields.duration_seconds} />
      <RangeFilter list={list} name="created_at" label={texts.list.added} />
      <LikedFilter list={list} />
    </Filters>
  )
  return (
    <LikesOf tracks={query.data?.records}>
      <TableScreen resource="tracks" list={list} query={query} columns={columns} filters={filters} />
    </LikesOf>
  )
}
