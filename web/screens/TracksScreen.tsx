import { Group } from '@mantine/core'
import { Outlet } from 'react-router'
import type { ListedTrack } from '../../client/index.ts'
import { BulkBar } from '../components/bulk/BulkBar.tsx'
import { useSelection } from '../components/bulk/useSelection.ts'
import { ColumnsMenu } from '../components/ColumnsMenu.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { NewRecordButton } from '../components/edit/NewRecordButton.tsx'
import { Filters } from '../components/filters/Filters.tsx'
import { LikedFilter } from '../components/filters/LikedFilter.tsx'
import { RangeFilter } from '../components/filters/RangeFilter.tsx'
import { RecordFilter } from '../components/filters/RecordFilter.tsx'
import { TypeFilter } from '../components/filters/TypeFilter.tsx'
import { LikesOf } from '../components/LikesOf.tsx'
import { DuplicatesLink } from '../components/merge/DuplicatesLink.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { useListState } from '../components/useListState.ts'
import { useSearchPage } from '../components/useSearchPage.ts'
import { SavedViews } from '../components/views/SavedViews.tsx'
import { parseAlbumType } from '../resources/albumTypes.ts'
import { trackColumns } from '../resources/tracks.tsx'
import { texts } from '../texts/texts.ts'

const storeColumnsKey = 'music-library tracks'
const columns = trackColumns<ListedTrack>()

const filterNames = [
  ...['artist_id', 'album_id', 'genre_id', 'label_id', 'type'],
  ...['release_date', 'duration_seconds', 'created_at', 'liked'],
]

/** All tracks. */
export const Component = () => {
  const list = useListState('title')
  const query = useSearchPage('tracks', list, {
    artist_id: list.getIds('artist_id'),
    album_id: list.getIds('album_id'),
    genre_id: list.getIds('genre_id'),
    label_id: list.getIds('label_id'),
    type: parseAlbumType(list.get('type')),
    release_date: list.get('release_date'),
    duration_seconds: list.get('duration_seconds'),
    created_at: list.get('created_at'),
    liked: list.get('liked') === 'true' || undefined,
  })
  const selection = useSelection<ListedTrack>()
  const { title, one, many } = texts.tracks
  return (
    <>
      <PageHeader
        title={title}
        beside={<SavedViews path="/tracks" />}
        description={query.data ? texts.list.count(query.data.total, one, many) : '\u00a0'}
        actions={
          <>
            <DuplicatesLink resource="tracks" />
            <NewRecordButton resource="tracks" />
          </>
        }
      />
      <Group mb="md" gap="sm">
        <SearchField list={list} label={texts.list.search(many)} />
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
        <Group ml="auto">
          <CsvButton resource="tracks" query={query} />
          <ColumnsMenu storeColumnsKey={storeColumnsKey} columns={columns} />
        </Group>
      </Group>
      <BulkBar resource="tracks" selection={selection} query={query} />
      <LikesOf tracks={query.data?.records}>
        <RecordTable
          list={list}
          query={query}
          columns={columns}
          selection={selection}
          resource="tracks"
          storeColumnsKey={storeColumnsKey}
        />
      </LikesOf>
      <Outlet />
    </>
  )
}
