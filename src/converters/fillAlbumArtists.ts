import { withoutUndefined } from '../base/objects.ts'
import { isIdPath, shelf } from '../seeding/report/similarity.ts'
import { DiscFolders, identityInFolder } from './discFolders.ts'
import { albumFolderOf } from './scan/covers.ts'
import type { AlbumRow, TrackRow } from './trackRow.ts'

/**
 * Fills in the album artist where a source has none, with the artist of the tracks that the album has in a folder, or in the folders of its
 * discs: otherwise albums such as "Greatest Hits" of several artists would become one. A disc names the album that it would be alone as the former one.
 * @param complete - returns an album that was filled in with what else the source knows
 */
export function* fillAlbumArtists(
  rows: Iterable<TrackRow>,
  complete = (album: AlbumRow): AlbumRow => album,
): Generator<TrackRow> {
  const albums = new Map<string, ArtistCounts>()
  const discFolders = new DiscFolders()
  for (const row of rows) {
    const identity = identityOf(row)
    if (identity === undefined) continue
    const counts = albums.get(identity)
    if (counts) counts.add(row.artists)
    else albums.set(identity, new ArtistCounts(row.artists, isId(row)))
    // Two catalogue numbers that differ in a digit are no discs of one album.
    if (!isId(row) && !row.file_path.startsWith(shelf)) discFolders.add(row)
  }
  const joinedAlbums = new Map<string, ArtistCounts>()
  for (const discs of discFolders.find()) {
    const counts = ArtistCounts.sum(discs.flatMap((identity) => albums.get(identity) ?? []))
    for (const identity of discs) joinedAlbums.set(identity, counts)
  }
  for (const row of rows) {
    const identity = identityOf(row) ?? ''
    const ownArtist = albums.get(identity)?.find()
    const joined = joinedAlbums.get(identity)
    const artist = joined ? joined.find() : ownArtist
    if (!row.album || (artist === undefined && ownArtist === undefined)) yield row
    else {
      const { title } = row.album
      const former = artist === ownArtist ? undefined : withoutUndefined({ title, artist: ownArtist })
      yield { ...row, album: complete(withoutUndefined({ ...row.album, artist, former })) }
    }
  }
}

/** What the tracks of an album in a folder have in common, if only an artist can tell it apart from others of its title. */
const identityOf = (row: TrackRow) =>
  row.album && needsArtist(row.album) ? identityInFolder(folderOf(row), row.album.title) : undefined

/** Whether the path says nothing of the album: it is an id, or made of one. */
const isId = ({ file_path }: TrackRow) => isIdPath(file_path) || `${albumFolderOf(file_path)}/` === shelf

/** Of tracks without a file, the first artist tells albums of one title apart. */
const folderOf = (row: TrackRow) => (isId(row) ? `:${row.artists[0]}` : albumFolderOf(row.file_path))

const needsArtist = ({ key, artist }: AlbumRow) => key === undefined && artist === undefined

/** Counts the artists of an album in a folder. */
class ArtistCounts {
  private rowCount = 1
  private areSame = true
  /** Most albums have the same artists on all tracks, and need no counts. */
  private counts: Map<string, number> | undefined

  constructor(
    private readonly artists: readonly string[],
    private readonly isId: boolean,
  ) {}

  /** The counts of an album in several folders. */
  static sum(parts: readonly ArtistCounts[]): ArtistCounts {
    const sum = new ArtistCounts(parts[0]?.artists ?? [], false)
    sum.rowCount = 0
    sum.counts = new Map()
    for (const { artists, rowCount, areSame, counts } of parts) {
      const found = counts ?? new Map(artists.map((artist) => [artist, rowCount]))
      for (const [artist, count] of found) sum.counts.set(artist, (sum.counts.get(artist) ?? 0) + count)
      sum.areSame &&= areSame && artists.join(separator) === sum.artists.join(separator)
      sum.rowCount += rowCount
    }
    return sum
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
