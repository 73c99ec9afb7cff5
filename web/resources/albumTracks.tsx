import type { ListedTrack } from '../../client/index.ts'
import type { AlbumSummary } from '../api/types.ts'
import type { Column } from '../components/table/columns.ts'
import { texts } from '../texts/texts.ts'
import { columnWidths } from './columns.tsx'
import { positionOf } from './trackPosition.ts'
import { trackColumns } from './tracks.tsx'

const positionColumn: Column<ListedTrack> = {
  name: 'position',
  title: texts.pasteTracks.number,
  isTitleHidden: true,
  textAlign: 'right',
  width: columnWidths.icon,
  onPhone: 'start',
  render: positionOf,
}

/** On a telephone, an album has lengths and no hearts. */
const withLengths = (column: Column<ListedTrack>): Column<ListedTrack> => {
  const { onPhone, ...others } = column
  if (column.name === 'liked') return others
  return column.name === 'duration_seconds' ? { ...column, onPhone: 'end' } : column
}

/** Whether somebody else plays a track than most of those of its album. */
const hasOwnArtists = ({ artists }: ListedTrack, ofAlbum: ReadonlySet<number>) =>
  artists.length !== ofAlbum.size || artists.some(({ id }) => !ofAlbum.has(id))

/** The columns of the tracks of an album: their numbers if they have some, and artists only where they are others than on more than half of its tracks. */
export const albumTrackColumns = (
  records: readonly ListedTrack[] = [],
  { artists, tracks }: Pick<AlbumSummary, 'artists' | 'tracks'> = { artists: [], tracks: 0 },
): Column<ListedTrack>[] => {
  const ofAlbum = new Set(artists.flatMap((artist) => (artist.tracks * 2 > tracks ? artist.id : [])))
  const isMixed = tracks > 0 && records.some((track) => hasOwnArtists(track, ofAlbum))
  const columns = trackColumns<ListedTrack>(isMixed ? ['album'] : ['album', 'artists']).map((column) => {
    if (column.name !== 'artists') return withLengths(column)
    const { text, render } = column
    const own =
      <Value,>(show?: (track: ListedTrack) => Value) =>
      (track: ListedTrack) =>
        hasOwnArtists(track, ofAlbum) ? show?.(track) : undefined
    return { ...column, text: own(text), render: own(render) }
  })
  return records.some(positionOf) ? [positionColumn, ...columns] : columns
}
