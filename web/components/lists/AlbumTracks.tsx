import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ListedTrack } from '../../../client/index.ts'
import type { AlbumSummary } from '../../api/types.ts'
import { trackColumns } from '../../resources/tracks.tsx'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { editableColumns } from '../album/editableColumns.tsx'
import { NewTrackRow } from '../album/NewTrackRow.tsx'
import { BulkBar } from '../bulk/BulkBar.tsx'
import { SelectButton } from '../bulk/SelectButton.tsx'
import { useSelection } from '../bulk/useSelection.ts'
import { EmptyState } from '../EmptyState.tsx'
import { LikesOf } from '../LikesOf.tsx'
import { RecordTable } from '../RecordTable.tsx'
import { SearchField } from '../SearchField.tsx'
import { type ListState, useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

/** The maximum number of tracks that the server sends at once. A longer album is in the order in which its tracks were added. */
const maxTracks = 1_000

/** An album with fewer tracks needs no search. */
const minSearched = 50

const columnsWithArtists = trackColumns<ListedTrack>(['album'])
const columnsWithoutArtists = trackColumns<ListedTrack>(['album', 'artists'])
const columnsToEdit = editableColumns(columnsWithArtists)

interface Props {
  album_id: number
  /** Undefined until it has been read. */
  summary: AlbumSummary | undefined
}

/** The tracks of an album. The API knows no number of a track, so they are in the order of their paths until the user sorts them. */
export const AlbumTracks = ({ album_id, summary }: Props) => {
  const { isAdmin } = useSession()
  const [isEditing, setEditing] = useState(false)
  const list = useListState('file_path')
  const isByPath = list.sort === 'file_path'
  const isLong = (summary?.tracks ?? 0) > maxTracks
  const sort = isByPath ? 'id' : list.sort
  const query = useSearchPage(
    'tracks',
    isByPath && !isLong ? { ...list, sort, page: 1, pageSize: maxTracks } : { ...list, sort },
    { album_id },
  )
  const isWhole = query.data?.parameters.limit === maxTracks
  const data = query.data && (isWhole ? { ...query.data, records: toPage(query.data.records, list) } : query.data)
  const selection = useSelection<ListedTrack>()
  // The head of the screen says the artist of all tracks.
  const columnsToRead = summary?.artist_count === 1 ? columnsWithoutArtists : columnsWithArtists
  const isEmpty = data?.total === 0 && !list.q
  return (
    <>
      {!isEmpty && (
        <Group mb="md" justify="space-between">
          {summary && summary.tracks >= minSearched && (
            <SearchField list={list} label={texts.list.search(texts.tracks.many)} />
          )}
          <Group gap="sm">
            <SelectButton selection={selection} hasWords />
            {isAdmin && (
              <Button
                variant={isEditing ? 'light' : 'default'}
                aria-pressed={isEditing}
                onClick={() => setEditing(!isEditing)}
              >
                {texts.editing.inTable}
              </Button>
            )}
          </Group>
        </Group>
      )}
      <BulkBar resource="tracks" selection={selection} query={query} />
      <LikesOf tracks={data?.records}>
        <RecordTable
          list={list}
          query={{ ...query, data }}
          resource="tracks"
          columns={isEditing ? columnsToEdit : columnsToRead}
          selection={isEmpty ? undefined : selection}
          lastRow={isAdmin && <NewTrackRow album_id={album_id} />}
          emptyState={isEmpty && <EmptyState title={texts.albums.noTracks} />}
        />
      </LikesOf>
    </>
  )
}

const paths = new Intl.Collator(undefined, { numeric: true })

/** The page of tracks that were read all at once, in the order of their paths. */
const toPage = (records: ListedTrack[], { page, pageSize }: ListState) =>
  records.toSorted((a, b) => paths.compare(a.file_path, b.file_path)).slice((page - 1) * pageSize, page * pageSize)
