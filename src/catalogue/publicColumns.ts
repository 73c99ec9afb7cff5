import { getTableColumns } from 'drizzle-orm'
import { albums, artists, genres, labels, tracks } from '../database/schema.ts'

/** A table's columns without the catalogue file's key, which no answer shows. */
const withoutKey = <Columns extends { key: unknown }>({ key, ...columns }: Columns): Omit<Columns, 'key'> => columns

/** What the API shows of each record. */
export const publicColumns = {
  label: withoutKey(getTableColumns(labels)),
  genre: withoutKey(getTableColumns(genres)),
  artist: withoutKey(getTableColumns(artists)),
  album: withoutKey(getTableColumns(albums)),
  track: withoutKey(getTableColumns(tracks)),
}
