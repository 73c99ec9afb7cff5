import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ListedTrack } from '../../../client/index.ts'
import type { AlbumSummary } from '../../api/types.ts'
import { albumTrackColumns } from '../../resources/albumTracks.tsx'
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
import { useListState } from '../useListState.ts'
import { useSearchPage } from '../useSearchPage.ts'

/** An album with fewer tracks needs no search. */
const minSearched = 50

interface Props {
  album_id: number
  /** Undefined until it has been read. */
  summary: AlbumSummary | undefined
}

/** The tracks of an album, in the order of the API until the user sorts them. */
export const AlbumTracks = ({ album_id, summary }: Props) => {
  const { isAdmin } = useSession()
  const [isEditing, setEditing] = useState(false)
  const list = useListState('id')
  const query = useSearchPage('tracks', list, { album_id })
  const { records, total } = query.data ?? {}
  const selection = useSelection<ListedTrack>()
  const columns = useMemo(() => albumTrackColumns(records, summary), [records, summary])
  const columnsToEdit = useMemo(() => editableColumns(columns), [columns])
  const isEmpty = total === 0 && !list.q
  return (
    <>
      {!isEmpty && (
        <Group mb="md" justify="space-between">
          {summary && summary.tracks >= minSearched && (
            <SearchField list={list} label={texts.list.search(texts.tracks.many)} />
          )}
          <Group gap={8} className="text-buttons">
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
      <LikesOf tracks={records}>
        <RecordTable
          list={list}
          query={query}
          resource="tracks"
          columns={isEditing ? columnsToEdit : columns}
          selection={isEmpty ? undefined : selection}
          lastRow={isAdmin && <NewTrackRow album_id={album_id} />}
          emptyState={isEmpty && <EmptyState title={texts.albums.noTracks} />}
        />
      </LikesOf>
    </>
  )
}
