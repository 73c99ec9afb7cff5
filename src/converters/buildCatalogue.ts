import { fromKeys, withoutUndefined } from '../base/objects.ts'
import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import { collectGarbage } from '../seeding/collectGarbage.ts'
import { type ExportedEntry, formatCatalogue } from '../seeding/export/exportCatalogue.ts'
import { groupAlbums } from './albums.ts'
import type { AlbumMember } from './chooseAlbum.ts'
import { comparePlaces, type Note } from './notes.ts'
import { readRow } from './readRow.ts'
import { dropRepeatedKeys, dropRepeatedPaths } from './repeated.ts'
import type { TrackRow } from './trackRow.ts'

export interface BuiltCatalogue {
  /** The text of the file. It can be iterated once. */
  chunks: Iterable<string>
  /** What was left out or decided, sorted by place. */
  notes: Note[]
  /** The number of records in the file. */
  count: number
}

/**
 * Builds a catalogue file of rows of tracks, in the form of an export. The text does not depend on the order of the rows.
 * Seeding an empty library with it always works.
 */
export const buildCatalogue = (rows: readonly TrackRow[]): BuiltCatalogue => {
  const notes: Note[] = []
  const addNote = (place: string, sentence: string) => notes.push({ place, sentence })

  const readRows: TrackRow[] = []
  for (const row of collectGarbageBetween(rows)) {
    const read = readRow(row, addNote)
    if (read) readRows.push(read)
  }
  const tracks: ExportedEntry[] = []
  const members: AlbumMember[] = []
  const genres = new Set<string>()
  const artists = new Set<string>()
  const rowsOfFile = dropRepeatedKeys(dropRepeatedPaths(readRows, addNote), addNote)
  for (const row of collectGarbageBetween(rowsOfFile)) {
    const entry = trackEntry(row)
    tracks.push(entry)
    if (row.album) members.push({ place: row.place, path: row.file_path, album: row.album, entry })
    for (const genre of row.genres) genres.add(genre)
    for (const artist of row.artists) artists.add(artist)
  }
  const albums = groupAlbums(members, addNote)
  const entries: Record<ResourceName, ExportedEntry[]> = {
    ...fromKeys(resourceNames, () => []),
    labels: namedEntries(new Set(albums.flatMap(({ label }) => label ?? []))),
    genres: namedEntries(genres),
    artists: namedEntries(artists),
    albums,
    tracks,
  }
  return {
    chunks: collectGarbageBetween(formatCatalogue((name) => entries[name])),
    notes: notes.sort((a, b) => comparePlaces(a.place, b.place)),
    count: Object.values(entries).reduce((sum, { length }) => sum + length, 0),
  }
}

/** The number of steps of a long loop after which garbage is collected, if there is much of it. */
const stepsPerCollection = 10_000

function* collectGarbageBetween<T>(items: Iterable<T>): Generator<T> {
  let step = 0
  for (const item of items) {
    yield item
    if (++step % stepsPerCollection === 0) collectGarbage()
  }
}

const namedEntries = (names: ReadonlySet<string>): ExportedEntry[] => [...names].map((name) => ({ name }))

/** The entry of a track. The album is filled in when its key is known. */
const trackEntry = ({ key, former_key, title, file_path, duration_seconds, album, artists, genres }: TrackRow) =>
  withoutUndefined({
    key,
    formerly: former_key === undefined ? undefined : { key: former_key },
    title,
    file_path,
    duration_seconds,
    album: album && '',
    artists: artists.length > 0 ? artists.toSorted() : undefined,
    genres: genres.length > 0 ? genres.toSorted() : undefined,
  })
