import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

// What SQLite and PostgreSQL spell differently, as functions. All other SQL runs on both engines.

type Engine = 'sqlite' | 'postgres'

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
const spell = (spellings: Record<Engine, SQL>): SQL => {
  const wrapper: SQLWrapper & { shouldOmitSQLParens(): boolean } = {
    getSQL: () => spellings[engine],
    shouldOmitSQLParens: () => true,
  }
  return sql`${wrapper}`
}

/** The elements of a JSON array, as PostgreSQL takes it. Without the first cast, a text would become a JSON string. */
const elements = (json: SQL) => sql`json_array_elements_text(${json}::text::json)`

const asSql = (json: SQL | string): SQL => (typeof json === 'string' ? sql`${sql.placeholder(json)}` : json)

/**
 * A table with the column `value`: the ids of a JSON array.
 * @param json - the name of a placeholder, or SQL
 */
export const idRows = (json: SQL | string): SQL =>
  spell({
    sqlite: sql`json_each(${asSql(json)})`,
    postgres: sql`(select value::bigint as value from ${elements(asSql(json))} as texts (value)) as ids`,
  })

/** The same for an array of texts. */
export const textRows = (json: SQL | string): SQL =>
  spell({ sqlite: sql`json_each(${asSql(json)})`, postgres: sql`${elements(asSql(json))} as texts (value)` })

/** The ids of a JSON array, for `in`. @param json - the name of a placeholder, or SQL */
export const idsIn = (json: SQL | string): SQL => sql`(select value from ${idRows(json)})`

/** The texts of a JSON array, for `in`. */
export const textsIn = (json: SQL | string): SQL => sql`(select value from ${textRows(json)})`

/** A table with a row for each array in a JSON array; `itemAt` selects its values. */
export const arrayRows = (json: string): SQL =>
  spell({
    sqlite: sql`json_each(${sql.placeholder(json)})`,
    postgres: sql`json_array_elements(${sql.placeholder(json)}::text::json) as arrays (value)`,
  })

/** The value at a position of a row of `arrayRows`. PostgreSQL has to know its type. */
export const itemAt = (index: number, type: 'integer' | 'text'): SQL =>
  spell({
    sqlite: sql.raw(`value ->> ${index}`),
    postgres: sql.raw(type === 'integer' ? `(value ->> ${index})::bigint` : `value ->> ${index}`),
  })

/** A JSON object. A member that is JSON itself has to come from one of these functions. */
export const jsonObject = (members: Record<string, SQL | SQLWrapper>): SQL => {
  const items = sql.join(
    Object.entries(members).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )
  return spell({ sqlite: sql`json_object(${items})`, postgres: sql`json_build_object(${items})` })
}

/** An aggregate: a JSON array of values in an order; an empty one where there are no rows. */
export const jsonArray = (value: SQL | SQLWrapper, order: SQL | SQLWrapper): SQL =>
  spell({
    sqlite: sql`json_group_array(${value} order by ${order})`,
    postgres: sql`coalesce(json_agg(${value} order by ${order}), '[]'::json)`,
  })

/** JSON from a subselect, as a member of an object: SQLite would nest it as a text. */
export const nestedJson = (json: SQL): SQL => spell({ sqlite: sql`json(${json})`, postgres: json })

/** JSON as the text that is parsed here. */
export const jsonText = (json: SQL): SQL => spell({ sqlite: json, postgres: sql`${json}::text` })

/** Whether a text contains another. */
export const containsText = (text: SQL | SQLWrapper, part: SQL | SQLWrapper): SQL =>
  spell({ sqlite: sql`instr(${text}, ${part}) > 0`, postgres: sql`strpos(${text}, ${part}) > 0` })
