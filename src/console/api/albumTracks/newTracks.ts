import { asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { repeatedPath, type ShelfTrack, shelfPath } from '../../../converters/shelfPath.ts'
import { albums, artist_track, artists, tracks } from '../../../library/catalogueSchema.ts'
import type { Reader } from '../../../library/connection.ts'
import { shelf } from '../../../seeding/report/similarity.ts'

// What a new track that has no file takes from its album and from the library.

interface AlbumOfTracks {
  title: string | undefined
  /** Returns the number of the next track, or of one after it. */
  numberOf(index: number): string
  /** The artists that more than half of its tracks have. */
  artist_ids: number[]
}

/** Of an album that is not there, or of none, all is empty. */
export const readAlbumOfTracks = async (read: Reader, id: number | null | undefined): Promise<AlbumOfTracks> => {
  if (id === null || id === undefined) return { title: undefined, numberOf: numberAfter('', 0), artist_ids: [] }
  const ofAlbum = eq(tracks.album_id, id)
  const [album] = await read.select({ title: albums.title }).from(albums).where(eq(albums.id, id))
  const [{ trackCount } = { trackCount: 0 }] = await read.select({ trackCount: count() }).from(tracks).where(ofAlbum)
  const [last] = await read
    .select({ path: tracks.file_path })
    .from(tracks)
    .where(ofAlbum)
    .orderBy(desc(tracks.id))
    .limit(1)
  const shared = await read
    .select({ id: artist_track.artist_id })
    .from(artist_track)
    .innerJoin(tracks, eq(tracks.id, artist_track.track_id))
    .where(ofAlbum)
    .groupBy(artist_track.artist_id)
    .having(gt(sql`count(*) * 2`, trackCount))
    .orderBy(asc(artist_track.artist_id))
  const numberOf = numberAfter(last?.path ?? '', trackCount)
  return { title: album?.title, numberOf, artist_ids: shared.map(({ id: artist_id }) => artist_id) }
}

/** The number in the last part of a path that was made, with the disc or side before it. */
const numberForm = /^((?:\d+-)?[A-Z]{0,2})(\d+) /

/** Numbers go on after the last track, so that paths give the order: after `shelf/Blue Train/A2 Locomotion` comes A3. */
const numberAfter = (path: string, trackCount: number): AlbumOfTracks['numberOf'] => {
  const name = path.startsWith(shelf) ? path.slice(path.lastIndexOf('/') + 1) : ''
  const [, side = '', number = trackCount] = numberForm.exec(name) ?? []
  return (index) => `${side}${Number(number) + index + 1}`
}

/** The names of artists, in the order of their ids. One that is not there has none. */
export const readArtistNames = async (read: Reader, ids: readonly number[]): Promise<string[]> => {
  const found = await read
    .select({ id: artists.id, name: artists.name })
    .from(artists)
    .where(inArray(artists.id, [...ids]))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? [])
}

/** The paths of new tracks. Each is that of one track alone. */
export class NewPaths {
  private readonly added = new Set<string>()

  constructor(private readonly read: Reader) {}

  /** Adds a path. @returns whether it was free */
  async add(path: string): Promise<boolean> {
    const isFree = !this.added.has(path) && !(await this.isInLibrary(path))
    this.added.add(path)
    return isFree
  }

  /** Makes the path of a track that has no file, and adds it. */
  async make(track: ShelfTrack): Promise<string> {
    const path = shelfPath(track)
    for (let repetition = 1; ; repetition++) {
      const candidate = repetition === 1 ? path : repeatedPath(path, repetition)
      if (await this.add(candidate)) return candidate
    }
  }

  private async isInLibrary(path: string): Promise<boolean> {
    const found = await this.read.select({ id: tracks.id }).from(tracks).where(eq(tracks.file_path, path)).limit(1)
    return found.length > 0
  }
}
