import { isIdPath } from '../seeding/report/similarity.ts'
import { albumFolderOf } from './scan/covers.ts'
import type { AlbumRow, TrackRow } from './trackRow.ts'

/**
 * Fills in the album artist where a source has none, with the artist of the tracks that the album has in a folder: otherwise albums such
 * as "Greatest Hits" of several artists would become one.
 * @param fill - returns an album with the artist
 */
export const fillAlbumArtists = (
  rows: readonly TrackRow[],
  fill = (album: AlbumRow, artist: string): AlbumRow => ({ ...album, artist }),
): TrackRow[] => {
  const albums = Map.groupBy(rows, (row) =>
    row.album && needsArtist(row.album) ? `${folderOf(row)}\u0000${row.album.title}` : undefined,
  )
  const albumOf = new Map<TrackRow, AlbumRow>()
  for (const [identity, members] of albums) {
    const artist = identity === undefined ? undefined : findArtist(members)
    if (artist === undefined) continue
    // Rows of a table share an album.
    const filled = new Map<AlbumRow, AlbumRow>()
    for (const row of members) {
      if (!row.album) continue
      const album = filled.get(row.album) ?? fill(row.album, artist)
      filled.set(row.album, album)
      albumOf.set(row, album)
    }
  }
  return rows.map((row) => {
    const album = albumOf.get(row)
    return album ? { ...row, album } : row
  })
}

const isId = ({ file_path }: TrackRow) => isIdPath(file_path)

/** Of tracks without a file, the first artist tells albums of one title apart. */
const folderOf = (row: TrackRow) => (isId(row) ? `:${row.artists[0]}` : albumFolderOf(row.file_path))

/** Whether only an artist can tell an album apart from others of its title. */
const needsArtist = ({ key, artist }: AlbumRow) => key === undefined && artist === undefined

/** The first artist of tracks without a file, the artists that all tracks have, or else the one that more than half of them have: others may be guests. */
const findArtist = (rows: readonly TrackRow[]): string | undefined => {
  if (rows[0] && isId(rows[0])) return rows[0].artists[0]
  const [common, ...others] = new Set(rows.map(({ artists }) => artists.join(', ')))
  if (others.length === 0) return common === '' ? undefined : common
  const counts = new Map<string, number>()
  for (const artist of rows.flatMap(({ artists }) => [...new Set(artists)])) {
    counts.set(artist, (counts.get(artist) ?? 0) + 1)
  }
  const [[artist, count] = ['', 0]] = [...counts].sort(
    ([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1),
  )
  return count * 2 > rows.length ? artist : undefined
}
