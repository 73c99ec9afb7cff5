import { collectGarbage } from '../seeding/collectGarbage.ts'
import { type ExportedEntry, formatCatalogue } from '../seeding/export.ts'
import type { SectionName } from '../seeding/sections.ts'
import { type AlbumMember, groupAlbums } from './albums.ts'
import { comparePlaces, type Note } from './notes.ts'
import { readRow } from './readRow.ts'
import { dropRepeatedKeys, dropRepeatedPaths } from './repeated.ts'
import type { TrackRow } from './trackRow.ts'
import { withoutUndefined } from './withoutUndefined.ts'

export interface BuiltCatalogue {
  /** The text of the file. It can be iterated once. */
  chunks: Iterable<string>
  /** What was left out or decided, sorted by place. */
  notes: Note[]
  /** The number of records in the file. */
  count: number
}

/** The number of rows after which garbage is collected, if there is much of it. */
const rowsPerCollection = 10_000

/**
 * Builds a catalogue file of rows of tracks, in the form of an export. The text does not depend on the order of the rows.
 * Seeding an empty library with it always works.
 */
export const buildCatalogue = (rows: readonly TrackRow[]): BuiltCatalogue => {
  const notes: Note[] = []
  const addNote = (place: string, sentence: string) => notes.push({ place, sentence })

  const readRows: TrackRow[] = []
  for (const row of rows) {
    const read = readRow(row, addNote)
    if (read) readRows.push(read)
    if (readRows.length % rowsPerCollection === 0) collectGarbage()
  }
  const tracks = dropRepeatedKeys(dropRepeatedPaths(readRows, addNote), addNote)
  const trackEntries = tracks.map(trackEntry)
  const members = tracks.flatMap(({ place, file_path, album }, index): AlbumMember[] => {
    const entry = trackEntries[index]
    return album && entry ? [{ place, path: file_path, album, entry }] : []
  })
  const albums = groupAlbums(members, addNote)
  const entries: Record<SectionName, ExportedEntry[]> = {
    labels: namedEntries(albums.flatMap(({ label }) => label ?? [])),
    genres: namedEntries(tracks.flatMap(({ genres }) => genres)),
    artists: namedEntries(tracks.flatMap(({ artists }) => artists)),
    albums,
    tracks: trackEntries,
  }
  return {
    chunks: formatCatalogue((name) => entries[name]),
    notes: notes.sort((a, b) => comparePlaces(a.place, b.place)),
    count: Object.values(entries).reduce((sum, { length }) => sum + length, 0),
  }
}

const namedEntries = (names: readonly string[]): ExportedEntry[] => [...new Set(names)].map((name) => ({ name }))

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
