import { copyText } from '../base/collectGarbage.ts'
import { fromKeys, withoutUndefined } from '../base/objects.ts'
import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import { type ExportedEntry, formatCatalogue, sortTextOf } from '../seeding/export/exportCatalogue.ts'
import { AlbumGroups } from './albums.ts'
import type { RecordSection } from './csv/forms.ts'
import { firstDayOf } from './days.ts'
import { type AddNote, comparePlaces, type LineOf, lineOfPlace, type Note } from './notes.ts'
import { readAlbum, readRow } from './readRow.ts'
import { countKeys, dropRepeatedKeys, dropRepeatedPaths } from './repeated.ts'
import { RowStore } from './rowStore.ts'
import type { RecordRow, TrackRow } from './trackRow.ts'

export interface BuiltCatalogue {
  /** The text of the file. */
  chunks: Iterable<string>
  /** What was left out or decided, sorted by place. */
  notes: Note[]
  /** The number of records in the file. */
  readonly count: number
  /** Call it when `chunks` have been read. */
  lineOf: LineOf
}

/**
 * Builds a catalogue file of rows of tracks, in the form of an export. The text does not depend on the order of the rows.
 * Seeding an empty library with it always works.
 */
export const buildCatalogue = (given: Iterable<TrackRow>): BuiltCatalogue => {
  const notes = new NoteList()
  const store = new RowStore<TrackRow>()
  for (const row of given) {
    const read = readRow(row, notes.add)
    if (read) store.add(read, read.file_path)
  }
  const keyCounts = countKeys(dropRepeatedPaths(store.sorted(), notes.add))
  const readRows = (addNote: AddNote = () => {}) =>
    dropRepeatedKeys(
      dropRepeatedPaths(store.sorted(), () => {}),
      keyCounts,
      addNote,
    )
  const entries = new EntryList()
  const albums = new AlbumGroups()
  for (const row of readRows(notes.add)) {
    entries.addNames('genres', row.genres, row.place)
    entries.addNames('artists', row.artists, row.place)
    albums.add(row)
  }
  for (const { place, entry } of albums.finish(notes.add)) {
    entries.add('albums', entry, place)
    if (entry.label !== undefined) entries.addNames('labels', [entry.label], place)
  }
  return entries.toCatalogue(notes, function* () {
    for (const row of readRows()) yield { entry: trackEntry(row, albums.keyOf), place: row.place }
  })
}

/** Builds a catalogue file of rows of other records than tracks, and of the labels that they name. */
export const buildRecords = (section: RecordSection, rows: Iterable<RecordRow>): BuiltCatalogue => {
  const notes = new NoteList()
  const entries = new EntryList()
  for (const { place, duration, ...row } of rows) {
    const album = readAlbum(row, place, notes.add)
    if (!album) continue
    const { title, ...members } = album
    if (members.release_date !== undefined) members.release_date = firstDayOf(members.release_date)
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
  readonly add: AddNote = (place, sentence) => this.notes.push({ place, sentence: copyText(sentence) })
}

interface PlacedEntry {
  entry: ExportedEntry
  place: string
}

/** How many names are known to have an entry. Other entries with the same name are left out when they are read. */
const maxKnownNames = 20_000

/** The entries of a catalogue file, with the places of the rows that they are made of. */
class EntryList {
  private readonly stores = fromKeys(resourceNames, () => new RowStore<PlacedEntry>())
  private readonly names = fromKeys(resourceNames, () => new Set<string>())

  add(section: ResourceName, entry: ExportedEntry, place: string): void {
    this.stores[section].add({ entry, place }, sortTextOf(section, entry))
  }

  /** Adds an entry for each name that has none. */
  addNames(section: ResourceName, names: readonly string[], place: string): void {
    const known = this.names[section]
    for (const name of names) {
      if (known.has(name)) continue
      if (known.size === maxKnownNames) known.clear()
      known.add(name)
      this.add(section, { name }, place)
    }
  }

  /** @param readTracks - reads the entries of tracks in their order, if they are not in this list */
  toCatalogue({ notes }: NoteList, readTracks?: () => Iterable<PlacedEntry>): BuiltCatalogue {
    const read = (name: ResourceName) => (name === 'tracks' && readTracks ? readTracks() : this.readSection(name))
    let lines = fromKeys(resourceNames, (): (number | undefined)[] => [])
    return {
      chunks: {
        *[Symbol.iterator]() {
          lines = fromKeys(resourceNames, () => [])
          yield* formatCatalogue(function* (name) {
            for (const { entry, place } of read(name)) {
              lines[name].push(lineOfPlace(place))
              yield entry
            }
          })
        },
      },
      notes: notes.sort((a, b) => comparePlaces(a.place, b.place)),
      get count() {
        let count = 0
        for (const name of resourceNames) for (const _ of read(name)) count++
        return count
      },
      lineOf: (section, index) => lines[section][index],
    }
  }

  /** The entries of a section, sorted, and each name once. */
  private *readSection(section: ResourceName): Generator<PlacedEntry> {
    const isNamed = this.names[section].size > 0
    let name: unknown
    for (const placed of this.stores[section].sorted()) {
      if (isNamed && placed.entry.name === name) continue
      name = placed.entry.name
      yield placed
    }
  }
}

const trackEntry = (
  { key, former_key, title, file_path, duration_seconds, album, artists, genres }: TrackRow,
  keyOf: AlbumGroups['keyOf'],
) =>
  withoutUndefined({
    key,
    formerly: former_key === undefined ? undefined : { key: former_key },
    title,
    file_path,
    duration_seconds,
    album: album && keyOf(album),
    artists: artists.length > 0 ? artists.toSorted() : undefined,
    genres: genres.length > 0 ? genres.toSorted() : undefined,
  })
