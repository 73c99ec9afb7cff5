import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  type SQLiteTable,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { album } from '../resources/album.ts'
import { artist } from '../resources/artist.ts'
import { checkInstants, id, key, timestamps } from '../resources/columns.ts'
import { columnsOf, type Fields } from '../resources/fields/field.ts'
import { isReference, nestedName } from '../resources/fields/reference.ts'
import { genre } from '../resources/genre.ts'
import { label } from '../resources/label.ts'
import { track } from '../resources/track.ts'

// The tables of the catalogue. They follow from the descriptions of the resources. A test compares them with the migrations.

type Table = SQLiteTable & Record<string, AnySQLiteColumn>

/** By the names of the resources. */
const tables = new Map<string, Table>()

const createTable = <Name extends string, Of extends Fields>(
  { name, fields }: { name: Name; fields: Of },
  /** The columns that have an index for the orders of a search. Most tables are short enough to be sorted at each search. */
  sortedBy: readonly string[] = [],
) => {
  const table = sqliteTable(name, { id: id(), key: key(), ...columnsOf(fields), ...timestamps() }, (built) => {
    const columns = built as unknown as Record<string, AnySQLiteColumn> // the columns of a resource are known at run time only
    const column = (member: string) => columns[member] as AnySQLiteColumn
    const instants = Object.keys(fields).filter((member) => fields[member]?.isInstant)
    const constraints: SQLiteTableExtraConfigValue[] = [uniqueIndex(`${name}_key`).on(column('key'))]
    for (const [member, field] of Object.entries(fields)) {
      if (field.check) constraints.push(field.check(name, column(member)))
      if (!isReference(field)) continue
      const { id: target } = tables.get(field.resource.name) as Table
      constraints.push(
        index(`${name}_${nestedName(member)}`).on(column(member)),
        foreignKey({ columns: [column(member)], foreignColumns: [target as AnySQLiteColumn] }).onDelete('set null'),
      )
    }
    for (const member of sortedBy) constraints.push(index(`${name}_${member}`).on(column(member)))
    constraints.push(checkInstants(`${name}_stamps`, ...[...instants, 'created_at', 'updated_at'].map(column)))
    return constraints
  })
  tables.set(name, table as unknown as Table)
  return table
}

export const labels = createTable(label)
export const genres = createTable(genre)
export const artists = createTable(artist)
export const albums = createTable(album)
export const tracks = createTable(track, ['duration_seconds', 'created_at', 'updated_at'])

const linkedId = (target: { id: AnySQLiteColumn }) =>
  integer()
    .notNull()
    .references(() => target.id, { onDelete: 'cascade' })

export const artist_track = sqliteTable(
  'artist_track',
  { track_id: linkedId(tracks), artist_id: linkedId(artists), ...timestamps() },
  (pair) => [
    primaryKey({ columns: [pair.track_id, pair.artist_id] }),
    // Also has the tracks, so that those of one artist can be read in their order, part by part.
    index('artist_track_artist').on(pair.artist_id, pair.track_id),
    checkInstants('artist_track_stamps', pair.created_at, pair.updated_at),
  ],
)

export const genre_track = sqliteTable(
  'genre_track',
  { track_id: linkedId(tracks), genre_id: linkedId(genres), ...timestamps() },
  (pair) => [
    primaryKey({ columns: [pair.track_id, pair.genre_id] }),
    // As that of artists.
    index('genre_track_genre').on(pair.genre_id, pair.track_id),
    checkInstants('genre_track_stamps', pair.created_at, pair.updated_at),
  ],
)
