import type { TrackRow } from '../trackRow.ts'
import { albumFolderOf } from './covers.ts'

/**
 * Fills in the album artist where the tags have none, with the artist of the tracks that the album has in a folder: otherwise
 * albums such as "Greatest Hits" of several artists would become one.
 */
export const fillAlbumArtists = (rows: readonly TrackRow[]): TrackRow[] => {
  const albums = Map.groupBy(rows, ({ file_path, album }) =>
    album && album.key === undefined && album.artist === undefined
      ? `${albumFolderOf(file_path)}\u0000${album.title}`
      : undefined,
  )
  const artistOf = new Map<TrackRow, string>()
  for (const [identity, members] of albums) {
    const artist = identity === undefined ? undefined : findArtist(members)
    if (artist !== undefined) for (const row of members) artistOf.set(row, artist)
  }
  return rows.map((row) => {
    const artist = artistOf.get(row)
    return artist !== undefined && row.album ? { ...row, album: { ...row.album, artist } } : row
  })
}

/** The artists that all tracks have, or else the one that more than half of them have: others may be guests. */
const findArtist = (rows: readonly TrackRow[]): string | undefined => {
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
