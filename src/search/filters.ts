import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { albums, tracks } from '../library/catalogueSchema.ts'
import { isAmongIds, isAmongTexts } from '../library/engineSql.ts'
import { likes } from '../library/likeSchema.ts'
import { integerParameter } from '../library/listRange.ts'
import { byBounds, byChoice, byId, type Filter, idList, type Rows } from './filter.ts'
import { type Bounds, dayRange, numberRange } from './ranges.ts'

// The filters of searches: which rows each selects. `filter.ts` has what their texts mean.

type WithId = SQLiteTable & { id: Column }

/** The kind of record whose id a parameter has. */
const kindOf = (name: string) => name.replace(/_id$/, '')

const isOne = (name: string, column: Column) => sql`${column} = ${integerParameter(name)}`

/** Rows of a table. Without a column with the ids of the records, those of the table. */
const rowsIn = (table: WithId, where: SQL): Rows => ({ from: sql`${table}`, id: sql`${table.id}`, where })

/**
 * The records of a table that have no row in a relation. Both are read once, in the order of their indexes.
 * @param ids - a select of the ids of the records that have one
 * @param rowsOf - a select of the rows of one record
 */
const without = (table: WithId, ids: SQL, rowsOf: (recordId: SQL) => SQL): Rows => ({
  from: sql`(select ${table.id} as id from ${table} except ${ids}) as unrelated`,
  id: sql`unrelated.id`,
  where: sql`true`,
  test: (recordId) => sql`not exists (${rowsOf(recordId)})`,
})

/** Records of a table whose column has the id that the parameter of this name gives. */
export const byColumn = (name: string, table: WithId, column: Column): Filter =>
  byId(name, `Only records of this ${kindOf(name)}.`, {
    one: rowsIn(table, isOne(name, column)),
    several: rowsIn(table, isAmongIds(column, name)),
    none: rowsIn(table, sql`${column} is null`),
  })

/** Records that a row of a relation joins with the record whose id the parameter gives. */
export const byRelation = (name: string, table: WithId, relation: SQLiteTable, owner: Column, target: Column): Filter =>
  byId(name, `Only records of this ${kindOf(name)}.`, {
    one: {
      from: sql`${relation}`,
      id: sql`${owner}`,
      where: owner.notNull ? isOne(name, target) : sql`${isOne(name, target)} and ${owner} is not null`,
    },
    several: rowsIn(table, sql`${table.id} in (select ${owner} from ${relation} where ${isAmongIds(target, name)})`),
    none: without(
      table,
      sql`select ${owner} from ${relation}`,
      (recordId) => sql`select 1 from ${relation} where ${owner} = ${recordId}`,
    ),
  })

/** Albums with at least one track that a row of a relation joins with the record whose id the parameter gives. */
export const byTrackRelation = (name: string, table: SQLiteTable, track_id: Column, target: Column): Filter => {
  const joined = sql`${table} join ${tracks} on ${tracks.id} = ${track_id}`
  // A subselect without references to the outer select, which SQLite runs once for all albums.
  const ids = (where: SQL) =>
    sql`(select ${tracks.album_id} from ${joined} where ${tracks.album_id} is not null and ${where})`
  return byId(name, `Only albums with a track of this ${kindOf(name)}.`, {
    one: rowsIn(albums, sql`${albums.id} in ${ids(isOne(name, target))}`),
    several: rowsIn(albums, sql`${albums.id} in ${ids(isAmongIds(target, name))}`),
    none: rowsIn(
      albums,
      sql`not exists (select 1 from ${tracks} where ${tracks.album_id} = ${albums.id}
        and exists (select 1 from ${table} where ${track_id} = ${tracks.id}))`,
    ),
  })
}

/** Tracks on an album for which a condition holds. */
const onAlbum = (where: SQL): Rows => ({
  from: sql`${albums} join ${tracks} on ${tracks.album_id} = ${albums.id}`,
  id: sql`${tracks.id}`,
  where,
})

/** Tracks without an album that has a value. */
const withoutOnAlbum = (column: Column): Rows => ({
  from: sql`${tracks} left join ${albums} on ${albums.id} = ${tracks.album_id}`,
  id: sql`${tracks.id}`,
  where: sql`${column} is null`,
})

/** Tracks whose album has the label. */
export const byAlbumLabel: Filter = byId('label_id', 'Only tracks of albums of this label.', {
  one: onAlbum(isOne('label_id', albums.label_id)),
  several: onAlbum(isAmongIds(albums.label_id, 'label_id')),
  none: withoutOnAlbum(albums.label_id),
})

/** The rows with one of a few texts in a column. */
const choiceForms = (name: string, column: Column, rowsWith: (where: SQL) => Rows) => ({
  one: rowsWith(sql`${column} = ${sql.placeholder(name)}`),
  several: rowsWith(isAmongTexts(column, name)),
})

/** Records of a table with one of the values of a field. */
export const byValue = (name: string, values: readonly string[], table: WithId, column: Column): Filter =>
  byChoice(
    name,
    values,
    `Only records of this ${name}.`,
    choiceForms(name, column, (where) => rowsIn(table, where)),
  )

/** Tracks of albums with one of the values of a field. */
export const byAlbumValue = (name: string, values: readonly string[], column: Column): Filter =>
  byChoice(name, values, `Only tracks of albums of this ${name}.`, choiceForms(name, column, onAlbum))

const isInBounds = (name: string, column: Column, type: 'integer' | 'text') => {
  const bound = (end: keyof Bounds<never>) => {
    const parameter = `${name}_${end}`
    return type === 'integer' ? integerParameter(parameter) : sql`${sql.placeholder(parameter)}`
  }
  return sql`${column} between ${bound('from')} and ${bound('to')}`
}

/** Records of a table whose column is in a range, or null. */
export const byRange = (name: string, table: WithId, column: Column): Filter => {
  const isNumber = column.dataType === 'number'
  const rows = {
    range: rowsIn(table, isInBounds(name, column, isNumber ? 'integer' : 'text')),
    ...(!column.notNull && { none: rowsIn(table, sql`${column} is null`) }),
  }
  const description = `Only records whose ${name} is in this range${column.notNull ? '' : '; "none" for records without one'}.`
  return isNumber ? byBounds(name, numberRange, description, rows) : byBounds(name, dayRange, description, rows)
}

/** Records of a table without a value in a column. */
export const byAbsence = (table: WithId, column: Column): Filter => ({
  description: '"none" selects records without one.',
  parse: (text) => (text === 'none' ? { form: text, parameters: {} } : undefined),
  rule: 'must be none.',
  jsonSchema: { const: 'none' },
  rows: { none: rowsIn(table, sql`${column} is null`) },
})

/** Tracks whose album was released in a range, or has no date. */
export const byAlbumDate: Filter = byBounds(
  'release_date',
  dayRange,
  'Only tracks of albums whose release_date is in this range; "none" for albums without one.',
  {
    range: onAlbum(isInBounds('release_date', albums.release_date, 'text')),
    none: withoutOnAlbum(albums.release_date),
  },
)

const isOfCaller = sql`${likes.user_id} = ${integerParameter('user_id')}`

/** Tracks that the caller likes, or those that the caller does not like. */
export const liked: Filter = {
  description: 'With true only tracks that the caller likes, and with false only those that the caller does not like.',
  parse: (text) => (text === 'true' || text === 'false' ? { form: text, parameters: {} } : undefined),
  rule: 'must be true or false.',
  jsonSchema: { type: 'boolean' },
  rows: {
    true: { from: sql`${likes}`, id: sql`${likes.track_id}`, where: isOfCaller },
    false: without(
      tracks,
      sql`select ${likes.track_id} from ${likes} where ${isOfCaller}`,
      (trackId) => sql`select 1 from ${likes} where ${isOfCaller} and ${likes.track_id} = ${trackId}`,
    ),
  },
}

/** Records with one of the ids in a list with commas. */
export const withIds = (table: WithId): Filter => ({
  ...idList,
  description: 'Only these records.',
  parse: (text) => {
    const ids = idList.parse(text)
    return ids && { form: 'several', parameters: { ids: JSON.stringify(ids) } }
  },
  rows: { several: rowsIn(table, isAmongIds(table.id, 'ids')) },
})
