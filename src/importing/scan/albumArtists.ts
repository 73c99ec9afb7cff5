import type { TrackRow } from '../trackRow.ts'
import { albumFolderOf } from './covers.ts'

/**
 * Fills in the album artist where the tags have none and all tracks of the album in a folder have the same artists:
 * otherwise albums such as "Greatest Hits" of several artists would become one.
 */
export const fillAlbumArtists = (rows: readonly TrackRow[]): TrackRow[] => {
  const albums = Map.groupBy(rows, ({ file_path, album }) =>
    album && album.key === undefined && album.artist === undefined
      ? `${albumFolderOf(file_path)}\u0000${album.title}`
      : undefined,
  )
  const artistOf = new Map<TrackRow, string>()
  for (const [identity, members] of albums) {
    const [artist, ...others] = new Set(members.map(({ artists }) => artists.join(', ')))
    if (identity === undefined || !artist || others.length > 0) continue
    for (const row of members) artistOf.set(row, artist)
  }
  return rows.map((row) => {
    const artist = artistOf.get(row)
    return artist !== undefined && row.album ? { ...row, album: { ...row.album, artist } } : row
  })
}
