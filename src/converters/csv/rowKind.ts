import { mapValues } from '../../base/objects.ts'
import { isAudio } from '../scan/walk.ts'
import { type Columns, type TableDescription, WrongColumns } from './columns.ts'
import { type FieldName, normalizeName, type RowKind } from './fields.ts'

// Tables without a path: of records on a shelf, or of tracks that have no files.

/** The fields of an album without a track. */
const albumFields: readonly FieldName[] = [
  ...(['album', 'album_key', 'label', 'date', 'month', 'day', 'type', 'cover', 'duration', 'duration_ms'] as const),
]

/** @returns undefined if only its user knows */
export const findRowKind = (header: readonly string[], { title, album, id, key }: Columns): RowKind | undefined => {
  if (title.length === 0) return album.length > 0 ? 'albums' : 'tracks'
  const isOfTrack = (index: number) => /^(?:track|song|isrc)/.test(normalizeName(header[index] ?? ''))
  return album.length > 0 || [title, id, key].flat().some(isOfTrack) ? 'tracks' : undefined
}

/** Whether rows become albums without tracks: nothing says whose they are. */
export const areAlbumsAlone = ({ path, artists, album_artist }: Columns, kind: RowKind | undefined): boolean =>
  kind === 'albums' && [path, artists, album_artist].every((indexes) => indexes.length === 0)

/** The columns that are read of rows of a kind. The title of an album is that of its track, too. */
export const selectColumns = (columns: Columns, kind: RowKind | undefined): Columns => {
  const { path, title, album } = columns
  const isAlbum = kind === 'albums'
  const selected = isAlbum
    ? { ...columns, title: title.length > 0 ? title : album, album: album.length > 0 ? album : title }
    : columns
  const isAlone = areAlbumsAlone(columns, kind)
  const unread: FieldName[] =
    path.length > 0 ? ['id', 'catalog_number', 'disc', 'position'] : isAlbum ? ['disc', 'position'] : []
  return mapValues(selected, (indexes, field) =>
    unread.includes(field) || (isAlone && !albumFields.includes(field)) ? [] : indexes,
  )
}

/** Whether a cell has the path of a file. What is not read of a table is cut, so that the extension may be missing. */
const isPath = (text: string) => isAudio(text) || /^(?:[a-z]:)?[/\\]/i.test(text)

/** @throws WrongColumns if only the user knows what a row is, or a column that is not read has the paths */
export const requireRowKind = (table: TableDescription, name: string): void => {
  const files = table.columns.find(
    ({ fields, values }) => fields.length === 0 && values.length > 0 && values.every(isPath),
  )
  if (files) {
    const column = JSON.stringify(files.name)
    const sentence = `No column is known to be the path, and ${column} has paths. Say --columns path=${column}.`
    throw new WrongColumns(sentence, table)
  }
  if (!table.asksForRows) return
  const sentence = `Is a row of ${name} an album or a track? No column says it. Say --rows albums or --rows tracks.`
  throw new WrongColumns(sentence, table)
}
