import { type Static, Type } from '@sinclair/typebox'
import { getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

// What SQLite and PostgreSQL spell differently, as functions. All other SQL runs on both engines.

/** What a library is in: a file or the memory, or a database of PostgreSQL. */
export const Engine = Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')])
export type Engine = Static<typeof Engine>

/** The engine whose statement is being built. */
let engine: Engine = 'sqlite'

/** Builds the text of a statement for an engine. The dialect of a connection calls it; building awaits nothing. */
export const buildFor = <Result>(target: Engine, build: () => Result): Result => {
  const former = engine
  engine = target
  try {
    return build()
  } finally {
    engine = former
  }
}

/** SQL that is chosen when a statement is built, since stores build their SQL before they know the connection. */
const spell = <Value>(spellings: Record<Engine, SQL<Value>>): SQL<Value> => {
  const wrapper: SQLWrapper & { shouldOmitSQLParens(): boolean } = {
    getSQL: () => spellings[engine],
    shouldOmitSQLParens: () => true,
  }
  return sql<Value>`${wrapper}`
}

// Arrays as parameters. A list of ids is one parameter, a JSON array: one statement serves any number of them, and SQLite
// limits the number of parameters. A parameter is given as the name of its placeholder, or as SQL.

const parameterOf = (json: SQL | string): SQL => (typeof json === 'string' ? sql`${sql.placeholder(json)}` : json)

/** Texts as a parameter. PostgreSQL rejects an array with U+0000 or half a surrogate pair; no text of a library has one. */
export const textArray = (texts: Iterable<string>): string =>
  JSON.stringify([...texts].filter((text) => text.isWellFormed() && !text.includes('\0')))

/** A table with the column `value`: the ids in an array. */
export const idRows = (ids: SQL | string, alias = 'ids'): SQL =>
  spell({
    sqlite: sql`json_each(${parameterOf(ids)}) as ${sql.identifier(alias)}`,
    postgres: sql`(select value::bigint as value from ${textRows(ids)}) as ${sql.identifier(alias)}`,
  })

/** The rows of a JSON array to PostgreSQL. Bun sends a text for a parameter of the type json as a JSON string: so it is a text first. */
const textRows = (json: SQL | string): SQL =>
  sql`json_array_elements_text(${parameterOf(json)}::text::json) as texts (value)`

/** The condition that a column with an index has one of the ids in an array. */
export const isAmongIds = (column: SQLWrapper, ids: SQL | string): SQL =>
  spell({
    sqlite: sql`${column} in (select value from json_each(${parameterOf(ids)}))`,
    // Of an array, the planner looks each id up in the index. It would join a subselect, which takes four times as long.
    postgres: sql`${column} = any (array(select value::bigint from ${textRows(ids)}))`,
  })

/** The condition that a column has one of the texts in an array of `textArray`. */
export const isAmongTexts = (column: SQLWrapper, texts: SQL | string): SQL =>
  spell({
    sqlite: sql`${column} in (select value from json_each(${parameterOf(texts)}))`,
    postgres: sql`${column} in (select value from ${textRows(texts)})`,
  })

/** A table with a row for each array in an array. `itemAt` selects its values; of json it would parse the array for each. */
export const arrayRows = (arrays: SQL | string): SQL =>
  spell({
    sqlite: sql`json_each(${parameterOf(arrays)})`,
    postgres: sql`jsonb_array_elements(${parameterOf(arrays)}::text::jsonb) as arrays (value)`,
  })

/** The value at a position of a row of `arrayRows`. */
export const itemAt = (index: number, type: 'integer' | 'text'): SQL =>
  spell({
    sqlite: sql.raw(`value ->> ${index}`),
    postgres: sql.raw(type === 'integer' ? `(value ->> ${index})::bigint` : `value ->> ${index}`),
  })

/**
 * The condition that an id is marked, which takes less time than to find it in a table.
 * @param marks - the name of a parameter with an array of bytes, in which the id is the position of a 1
 * @param others - the name of one with an array of the marked ids that are no positions in it
 */
export const isMarked = (id: SQL, { marks, others }: { marks: string; others: string }): SQL => {
  // A subselect is run once, and not for each row.
  const bytes = sql`(select ${sql.placeholder(marks)}::bytea)`
  return spell({
    // A negative position would count from the end.
    sqlite: sql`(${id} >= 0 and substr(${sql.placeholder(marks)}, ${id} + 1, 1) = x'01' or ${isAmongIds(id, others)})`,
    postgres: sql`case when ${id} >= 0 and ${id} < length(${bytes}) then get_byte(${bytes}, ${id}::integer) = 1
      else ${isAmongIds(id, others)} end`,
  })
}

// JSON as a result. A member or an element that is JSON itself has to come from one of these functions.

/** A JSON object. */
export const jsonObject = (members: Record<string, SQL | SQLWrapper>): SQL => {
  const items = sql.join(
    Object.entries(members).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )
  return spell({ sqlite: sql`json_object(${items})`, postgres: sql`json_build_object(${items})` })
}

/** A JSON array of these values. */
export const jsonItems = (...values: (SQL | SQLWrapper)[]): SQL => {
  const items = sql.join(values, sql`, `)
  return spell({ sqlite: sql`json_array(${items})`, postgres: sql`json_build_array(${items})` })
}

/** The integer that a column with a JSON object has under a name; null for another value. */
export const jsonInteger = (column: SQLWrapper, name: string): SQL =>
  spell({
    sqlite: sql`${column} ->> ${sql.raw(`'${name}'`)}`,
    postgres: sql`(${column}::json ->> ${sql.raw(`'${name}'`)})::bigint`,
  })

/** An aggregate: a JSON array of values in an order; an empty one where there are no rows. */
export const jsonArray = (value: SQL | SQLWrapper, order: SQL | SQLWrapper): SQL =>
  spell({
    sqlite: sql`json_group_array(${value} order by ${order})`,
    postgres: sql`coalesce(json_agg(${value} order by ${order}), '[]'::json)`,
  })

/** JSON from a subselect, as a member of an object. SQLite would nest it as a text. */
export const nestedJson = (json: SQL): SQL => spell({ sqlite: sql`json(${json})`, postgres: json })

/** JSON as a text, as a column of a table has it. */
export const asText = (json: SQL): SQL => spell({ sqlite: json, postgres: sql`${json}::text` })

/** JSON as a column of a result: a text, which `parse` turns into a value. It is null where the JSON is. */
export const jsonColumn = <Value>(json: SQL): SQL<Value> =>
  // Nested, since Drizzle removes the names of tables from the columns of a top-level expression, but not from those inside.
  sql`${spell({ sqlite: json, postgres: sql`${json}::text` })}`.mapWith((text: string): Value => JSON.parse(text))

// Texts.

/** A parameter with A to Z in lower case, as `lower` makes them in a column. */
export const lowerParameter = (name: string): SQL =>
  // The columns of PostgreSQL have this collation, but parameters have that of the database, in which É has a small letter.
  spell({
    sqlite: sql`lower(${sql.placeholder(name)})`,
    postgres: sql`lower(${sql.placeholder(name)} collate "C")`,
  })

// Ways to a result, where the program knows more than the planner.

/**
 * A subselect whose rows are all read before anything else is done with them. SQLite reads them one after another, in the order in
 * which a query names its tables.
 */
export const readFirst = (select: SQL): SQL =>
  // A limit or an offset keeps PostgreSQL's planner from merging it into the outer select.
  spell({ sqlite: sql`(${select})`, postgres: sql`(${select} offset 0)` })

/** The condition that a subselect has rows, which is tested for one row of the outer select after another. */
export const hasRows = (select: SQL): SQL =>
  // Otherwise PostgreSQL's planner may read all rows of the subselect and join them, even for few rows of the outer select.
  spell({ sqlite: sql`exists (${select})`, postgres: sql`exists (${select} offset 0)` })

/** An inner join of a table to the one before it, which SQLite reads first. */
export const joinInOrder: SQL = spell({ sqlite: sql`cross join`, postgres: sql`join` })

/** A select of the number of rows of a table, as the column `id`. It may be wrong, if it takes PostgreSQL long to count them. */
export const roughCount = (table: SQLiteTable): SQL =>
  spell({
    sqlite: sql`select count(*) as id from ${table}`,
    // Below 0 for a table that was not analyzed yet.
    postgres: sql`select case when reltuples < 0 then (select count(*) from ${table}) else reltuples::bigint end as id
      from pg_class where oid = ${sql.raw(`'${getTableName(table)}'`)}::regclass`,
  })

// What each engine knows about a library.

/** The highest id that a record of a table has ever had, deleted ones included; 0 before the first record. */
export const lastIdOf = (table: SQL): SQL<number> =>
  spell({
    sqlite: sql<number>`coalesce((select seq from sqlite_sequence where name = ${table}), 0)`,
    postgres: sql<number>`last_id(${table})`,
  })

/** The number of the schema of the library. */
export const schemaNumber = spell({
  sqlite: sql<number>`(select user_version from pragma_user_version)`,
  postgres: sql<number>`(select schema from library_state)`,
})

/** A table with one row, for a select of nothing but expressions. */
export const oneRow: SQL = sql`(select 1) as one`
