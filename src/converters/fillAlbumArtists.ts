import { isIdPath } from '../seeding/report/similarity.ts'
import { albumFolderOf } from './scan/covers.ts'
import type { AlbumRow, TrackRow } from './trackRow.ts'

/**
 * Fills in the album artist where a source has none, with the artist of the tracks that the album has in a folder: otherwise albums such
 * as "Greatest Hits" of several artists would become one.
 * @param fill - returns an album with the artist
 */
export function* fillAlbumArtists(
  rows: Iterable<TrackRow>,
  fill = (album: AlbumRow, artist: string): AlbumRow => ({ ...album, artist }),
): Generator<TrackRow> {
  const albums = new Map<string, ArtistCounts>()
  for (const row of rows) {
    const identity = identityOf(row)
    if (identity === undefined) continue
    const counts = albums.get(identity)
    if (counts) counts.add(row.artists)
    else albums.set(identity, new ArtistCounts(row))
  }
  for (const row of rows) {
    const artist = albums.get(identityOf(row) ?? '')?.find()
    yield row.album && artist !== undefined ? { ...row, album: fill(row.album, artist) } : row
  }
}

/** What the tracks of an album in a folder have in common, if only an artist can tell it apart from others of its title. */
const identityOf = (row: TrackRow) =>
  row.album && needsArtist(row.album) ? `${folderOf(row)}\u0000${row.album.title}` : undefined

const isId = ({ file_path }: TrackRow) => isIdPath(file_path)

/** Of tracks without a file, the first artist tells albums of one title apart. */
const folderOf = (row: TrackRow) => (isId(row) ? `:${row.artists[0]}` : albumFolderOf(row.file_path))

const needsArtist = ({ key, artist }: AlbumRow) => key === undefined && artist === undefined

/** Counts the artists of an album in a folder. */
class ArtistCounts {
  private readonly artists: readonly string[]
  private readonly isId: boolean
  private rowCount = 1
  private areSame = true
  /** Most albums have the same artists on all tracks, and need no counts. */
  private counts: Map<string, number> | undefined

  constructor(first: TrackRow) {
    this.artists = first.artists
    this.isId = isId(first)
  }

  add(artists: readonly string[]): void {
    if (!this.counts && !Bun.deepEquals(artists, this.artists)) {
      this.counts = new Map(this.artists.map((artist) => [artist, this.rowCount]))
    }
    if (this.counts) for (const artist of new Set(artists)) this.counts.set(artist, (this.counts.get(artist) ?? 0) + 1)
    this.areSame &&= artists.join(separator) === this.artists.join(separator)
    this.rowCount++
  }

  /** The first artist of tracks without a file, the artists that all tracks have, or else the one that more than half of them have: others may be guests. */
  find(): string | undefined {
    if (this.isId) return this.artists[0]
    if (this.areSame) return this.artists.join(separator) || undefined
    const [[artist, count] = ['', 0]] = [...(this.counts ?? [])].sort(
      ([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1),
    )
    return count * 2 > this.rowCount ? artist : undefined
  }
}

const separator = ', '
