import { mapValues, slices } from '../../../base/objects.ts'
import { type ResourceName, resources } from '../../../catalogue/resources.ts'
import { readListedRecords, type StoredRecord } from '../../../catalogue/store.ts'
import { recordForms } from '../../../converters/csv/forms.ts'
import type { Reader } from '../../../library/connection.ts'
import { readNamesakes, selectNames } from '../../../search/duplicates.ts'
import { shortDay } from '../../../seeding/report/diff.ts'
import { readByIds } from '../../../seeding/rows.ts'
import { byteOrderMark, formatCsvRow, joinList } from './format.ts'

// The records of a library as rows of CSV. The columns have names that `import` knows, so that they can be imported again.

type Cells = unknown[]

interface Format {
  columns: readonly string[]
  /** @param sharedTitles - the titles that several albums have */
  readCells(read: Reader, records: readonly StoredRecord[], sharedTitles: ReadonlySet<string>): Promise<Cells[]>
}

const nameOf = (record: unknown) => (record as { name: string } | null)?.name
const joinNames = (records: unknown) => joinList((records as { name: string }[]).map(({ name }) => name))

/** Cells that need nothing but the record. */
const fromRecord =
  (toCells: (record: StoredRecord) => Cells): Format['readCells'] =>
  async (_, records) =>
    records.map(toCells)

/** Reads the keys of records, which no response contains. */
const readKeys = async (read: Reader, name: ResourceName, records: readonly { id: number }[]) => {
  const ids = records.map(({ id }) => id)
  return new Map((await readByIds(read, resources[name], ids)).map(({ id, key }) => [id, key]))
}

const readAlbumCells: Format['readCells'] = async (read, records, sharedTitles) => {
  const keys = await readKeys(read, 'albums', records)
  return records.map(({ id, title, label, release_date, type, cover_path, duration_seconds }) => {
    // To `import`, rows with the same title and without keys are one album.
    const generated = sharedTitles.has(String(title)) ? `${title} (${id})` : undefined
    const album = [title, keys.get(id) ?? generated, nameOf(label), shortDay(release_date), type, cover_path]
    return [...album, duration_seconds]
  })
}

const readTrackCells: Format['readCells'] = async (read, records, sharedTitles) => {
  const albumIds = [...new Set(records.flatMap(({ album_id }) => (typeof album_id === 'number' ? album_id : [])))]
  const ofTracks = await readListedRecords(read, 'albums', albumIds)
  const cellsOfAlbums = await readAlbumCells(read, ofTracks, sharedTitles)
  const albumCells = new Map(ofTracks.map(({ id }, index) => [id, cellsOfAlbums[index] ?? []]))
  const keys = await readKeys(read, 'tracks', records)
  return records.map(({ id, title, file_path, artists, genres, duration_seconds, album_id }) => [
    ...[title, file_path, joinNames(artists), joinNames(genres), duration_seconds, keys.get(id)],
    ...albumColumns.map((_, index) => albumCells.get(Number(album_id))?.[index]),
  ])
}

const columnsOf = mapValues(recordForms, ({ columns }) => Object.values(columns))

/** In a table of tracks, the last column is the duration of the track. */
const albumColumns = columnsOf.albums.slice(0, -1)

const readName = fromRecord(({ name }) => [name])

const formats: Record<ResourceName, Format> = {
  labels: { columns: columnsOf.labels, readCells: readName },
  genres: { columns: columnsOf.genres, readCells: readName },
  artists: {
    columns: columnsOf.artists,
    readCells: fromRecord(({ name, label, release_date, duration, cover_path }) => [
      ...[name, nameOf(label), shortDay(release_date), duration, cover_path],
    ]),
  },
  albums: { columns: columnsOf.albums, readCells: readAlbumCells },
  tracks: {
    columns: ['Title', 'File path', 'Artists', 'Genres', 'Duration seconds', 'Track key', ...albumColumns],
    readCells: readTrackCells,
  },
}

/** The beginning of a file: the byte order mark and the first row. */
export const csvHeader = (name: ResourceName): string => byteOrderMark + formatCsvRow(formats[name].columns)

/** Reads records as rows, in the order of these ids. Ids without a record are left out. */
export const readCsvRows = async (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
  sharedTitles: ReadonlySet<string>,
): Promise<string> => {
  const found = new Map((await readListedRecords(read, name, ids)).map((record) => [record.id, record]))
  const records = ids.flatMap((id) => found.get(id) ?? [])
  return (await formats[name].readCells(read, records, sharedTitles)).map(formatCsvRow).join('')
}

const idsPerSelect = 1_000

/** Reads the titles that several albums have. */
export const readSharedTitles = async (read: Reader): Promise<Set<string>> => {
  const shared = new Set<string>()
  for await (const ids of readNamesakes(read, 'albums')) {
    const titles = new Set<string>()
    for (const page of slices(ids, idsPerSelect)) {
      for (const { name } of await selectNames.albums(read).all({ ids: JSON.stringify(page) })) {
        if (titles.has(name)) shared.add(name)
        titles.add(name)
      }
    }
  }
  return shared
}
