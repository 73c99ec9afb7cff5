import { collectGarbage } from '../base/collectGarbage.ts'
import { fromKeys, withoutUndefined } from '../base/objects.ts'
import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import { type ExportedEntry, formatCatalogue } from '../seeding/export/exportCatalogue.ts'
import { groupAlbums } from './albums.ts'
import type { AlbumMember } from './chooseAlbum.ts'
import type { RecordSection } from './csv/forms.ts'
import { type AddNote, comparePlaces, type Note } from './notes.ts'
import { readAlbum, readRow } from './readRow.ts'
import { dropRepeatedKeys, dropRepeatedPaths } from './repeated.ts'
import type { RecordRow, TrackRow } from './trackRow.ts'

export interface BuiltCatalogue {
  /** The text of the file. It can be iterated once. */
  chunks: Iterable<string>
  /** What was left out or decided, sorted by place. */
  notes: Note[]
  /** The number of records in the file. */
  count: number
  /** The place of the row that an entry was made of. Call it when `chunks` have been read, which are sorted. */
  placeOf(section: ResourceName, index: number): string | undefined
}

/**
 * Builds a catalogue file of rows of tracks, in the form of an export. The text does not depend on the order of the rows.
 * Seeding an empty library with it always works.
 */
export const buildCatalogue = (rows: readonly TrackRow[]): BuiltCatalogue => {
  const notes = new NoteList()
  const readRows: TrackRow[] = []
  for (const row of collectGarbageBetween(rows)) {
    const read = readRow(row, notes.add)
    if (read) readRows.push(read)
  }
  const entries = new EntryList()
  const members: AlbumMember[] = []
  const rowsOfFile = dropRepeatedKeys(dropRepeatedPaths(readRows, notes.add), notes.add)
  for (const row of collectGarbageBetween(rowsOfFile)) {
    const { place, album, genres, artists } = row
    const entry = trackEntry(row)
    entries.add('tracks', entry, place)
    if (album) members.push({ place, path: row.file_path, album, entry })
    entries.addNames('genres', genres, place)
    entries.addNames('artists', artists, place)
  }
  for (const { place, entry } of groupAlbums(members, notes.add)) {
    entries.add('albums', entry, place)
    if (entry.label !== undefined) entries.addNames('labels', [entry.label], place)
  }
  return entries.toCatalogue(notes)
}

/** Builds a catalogue file of rows of other records than tracks, and of the labels that they name. */
export const buildRecords = (section: RecordSection, rows: readonly RecordRow[]): BuiltCatalogue => {
  const notes = new NoteList()
  const entries = new EntryList()
  for (const { place, duration, ...row } of rows) {
    const album = readAlbum(row, place, notes.add)
    if (!album) continue
    const { title, ...members } = album
    if (members.label !== undefined) entries.addNames('labels', [members.label], place)
    if (section === 'albums')
      entries.add(section, withoutUndefined({ title, ...members, duration_seconds: duration }), place)
    else if (section === 'artists') entries.add(section, withoutUndefined({ name: title, ...members, duration }), place)
    else entries.addNames(section, [title], place)
  }
  return entries.toCatalogue(notes)
}

class NoteList {
  readonly notes: Note[] = []
  readonly add: AddNote = (place, sentence) => this.notes.push({ place, sentence })
}

/** The entries of a catalogue file, with the places of the rows that they are made of. */
class EntryList {
  private readonly entries = fromKeys(resourceNames, (): ExportedEntry[] => [])
  private readonly names = fromKeys(resourceNames, () => new Set<string>())
  private readonly places = new Map<ExportedEntry, string>()

  add(section: ResourceName, entry: ExportedEntry, place: string): void {
    this.entries[section].push(entry)
    this.places.set(entry, place)
  }

  /** Adds an entry for each name that has none. */
  addNames(section: ResourceName, names: readonly string[], place: string): void {
    for (const name of names) {
      if (this.names[section].has(name)) continue
      this.names[section].add(name)
      this.add(section, { name }, place)
    }
  }

  toCatalogue({ notes }: NoteList): BuiltCatalogue {
    return {
      chunks: collectGarbageBetween(formatCatalogue((name) => this.entries[name])),
      notes: notes.sort((a, b) => comparePlaces(a.place, b.place)),
      count: Object.values(this.entries).reduce((sum, { length }) => sum + length, 0),
      placeOf: (section, index) => {
        const entry = this.entries[section][index]
        return entry && this.places.get(entry)
      },
    }
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
