import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { albums, tracks } from '../database/catalogueSchema.ts'
import { isAmongIds } from '../database/engineSql.ts'
import { integerParameter } from '../database/idRange.ts'
import { likes } from '../database/likeSchema.ts'
import { parseId } from '../validation/reference.ts'
import type { Rows } from './rows.ts'

/** A parameter that selects records. */
export interface Filter {
  /** Parses the text of the parameter into that of the SQL statement; undefined if it is invalid. */
  parse: (text: string) => number | string | undefined
  /** The rest of a sentence that starts with the parameter's name. */
  rule: string
  /** The JSON Schema of the parameter. */
  jsonSchema: object
  /** What it selects, as a sentence. */
  description: string
  /** The rows of the records. The SQL has the parameter under its name, and `user_id`, the caller. */
  rows: Rows
}

type WithId = SQLiteTable & { id: Column }

const byId = (description: string, rows: Rows): Filter => ({
  description,
  parse: parseId,
  rule: 'must be an id, which is a whole number.',
  jsonSchema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  rows,
})

/** The kind of record whose id a parameter has. */
const kindOf = (name: string) => name.replace(/_id$/, '')

/** Records of a table whose column has the id that the parameter of this name gives. */
export const byColumn = (name: string, table: WithId, column: Column): Filter =>
  byId(`Only those of this ${kindOf(name)}.`, {
    from: sql`${table}`,
    id: sql`${table.id}`,
    where: eq(column, integerParameter(name)),
  })

/** Records that a row of a relation joins with the record whose id the parameter gives. */
export const byRelation = (name: string, table: SQLiteTable, owner: Column, target: Column): Filter =>
  byId(`Only those of this ${kindOf(name)}.`, {
    from: sql`${table}`,
    id: sql`${owner}`,
    where: eq(target, integerParameter(name)),
  })

/** Albums with at least one track that a row of a relation joins with the record whose id the parameter gives. */
export const byTrackRelation = (name: string, table: SQLiteTable, track_id: Column, target: Column): Filter => {
  const joined = sql`${table} join ${tracks} on ${tracks.id} = ${track_id}`
  // A subselect without references to the outer select, which SQLite runs once for all albums.
  const ids = sql`(select ${tracks.album_id} from ${joined} where ${eq(target, integerParameter(name))})`
  return byId(`Only albums with a track of this ${kindOf(name)}.`, {
    from: sql`${albums}`,
    id: sql`${albums.id}`,
    where: sql`${albums.id} in ${ids}`,
  })
}

/** Tracks on an album for which a condition holds. */
export const onAlbum = (tracks: WithId, album_id: Column, where: SQL): Rows => ({
  from: sql`${albums} join ${tracks} on ${album_id} = ${albums.id}`,
  id: sql`${tracks.id}`,
  where,
})

/** Tracks whose album has the label. */
export const byAlbumLabel = (tracks: WithId, album_id: Column): Filter =>
  byId(
    'Only tracks of albums of this label.',
    onAlbum(tracks, album_id, eq(albums.label_id, integerParameter('label_id'))),
  )

/** Records of a table whose column has the value of the parameter of this name. */
export const rowsOf = (table: WithId, column: Column, name: string): Rows => ({
  from: sql`${table}`,
  id: sql`${table.id}`,
  where: sql`${column} = ${sql.placeholder(name)}`,
})

/** Records that one of a few texts selects. */
export const byChoice = (values: readonly string[], description: string, rows: Rows): Filter => ({
  description,
  parse: (text) => values.find((value) => value === text),
  rule: `must be one of ${values.join(', ')}.`,
  jsonSchema: { enum: values },
  rows,
})

/** Tracks that the caller likes. */
export const liked: Filter = {
  description: 'Only tracks that the caller likes.',
  parse: (text) => (text === 'true' ? text : undefined),
  rule: 'must be true.',
  jsonSchema: { const: true },
  rows: { from: sql`${likes}`, id: sql`${likes.track_id}`, where: eq(likes.user_id, integerParameter('user_id')) },
}

const maxIds = 1_000

/** A list of ids with commas. */
export const idList = {
  parse: (text: string): number[] | undefined => {
    const ids = text.split(',').map((id) => parseId(id.trim()))
    const valid = ids.filter((id) => id !== undefined)
    return ids.length > maxIds || valid.length < ids.length ? undefined : valid
  },
  rule: `must be up to ${maxIds} ids with commas between them, such as 1,2,3.`,
  // The pattern allows some ids that no record can have.
  jsonSchema: { type: 'string', pattern: `^ *[1-9][0-9]{0,15} *(?:, *[1-9][0-9]{0,15} *){0,${maxIds - 1}}$` },
}

/** Records with one of the ids in a list with commas. */
export const withIds = (table: WithId): Filter => ({
  ...idList,
  description: 'Only these records.',
  parse: (text) => {
    const ids = idList.parse(text)
    return ids && JSON.stringify(ids)
  },
  rows: {
    from: sql`${table}`,
    id: sql`${table.id}`,
    where: isAmongIds(table.id, 'ids'),
  },
})
