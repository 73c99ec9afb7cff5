import type { Database as Sqlite } from 'bun:sqlite'
import type { Connection } from './emptyLibraries.ts'

/** What the tables of both engines have in common. */
export interface Table {
  columns: Record<string, { type: string; required: boolean; default: string | null }>
  primaryKey: string[]
  /** `column → table: action` for each foreign key. */
  foreignKeys: string[]
  /** `columns`, or `lower(column)`, by name. */
  uniqueIndexes: Record<string, string>
  /** The names of the other indexes. */
  indexes: string[]
  checks: string[]
}

/** SQLite's types as those of PostgreSQL. */
const types: Record<string, string> = { INTEGER: 'bigint', integer: 'bigint', TEXT: 'text', text: 'text' }

export const describeSqlite = (client: Sqlite, names: readonly string[]): Record<string, Table> =>
  Object.fromEntries(names.map((name) => [name, describeSqliteTable(client, name)]))

const describeSqliteTable = (client: Sqlite, table: string): Table => {
  const all = <Row>(query: string): Row[] => client.query<Row, []>(query).all()
  const columns = all<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
    `SELECT * FROM pragma_table_info('${table}')`,
  )
  const { sql } = all<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = '${table}'`)[0] ?? { sql: '' }
  const indexes = all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE tbl_name = '${table}' AND type = 'index' AND sql IS NOT NULL`,
  )
  const unique = indexes.filter((index) => index.sql.startsWith('CREATE UNIQUE'))
  const keys = all<{ from: string; table: string; on_delete: string }>(
    `SELECT * FROM pragma_foreign_key_list('${table}')`,
  )
  return {
    columns: Object.fromEntries(
      columns.map((column) => [
        column.name,
        {
          type: types[column.type] ?? column.type,
          required: column.notnull === 1,
          default: column.dflt_value === 'false' ? '0' : column.dflt_value,
        },
      ]),
    ),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name),
    foreignKeys: keys.map((key) => `${key.from} → ${key.table}: ${key.on_delete}`).sort(),
    uniqueIndexes: Object.fromEntries(
      unique.map((index) => [index.name, index.sql.replace(/^.* ON [^(]*\((.*)\)$/, '$1').replaceAll(/[`"]/g, '')]),
    ),
    indexes: indexes
      .filter((index) => !unique.includes(index))
      .map(({ name }) => name)
      .sort(),
    checks: [...sql.matchAll(/CONSTRAINT "(\w+)" CHECK/g)].map(([, name = '']) => name).sort(),
  }
}

const actions: Record<string, string> = { a: 'NO ACTION', c: 'CASCADE', n: 'SET NULL' }

export const describePostgres = async (
  connection: Connection,
  names: readonly string[],
): Promise<Record<string, Table>> => {
  const tables: Record<string, Table> = {}
  for (const name of names) tables[name] = await describePostgresTable(connection, name)
  return tables
}

const describePostgresTable = async ({ run }: Connection, table: string): Promise<Table> => {
  const columns = await run(
    `SELECT * FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`,
  )
  const constraints =
    await run(`SELECT conname AS name, contype AS type, confrelid::regclass::text AS target, confdeltype AS action,
      (SELECT json_agg(attname ORDER BY position) FROM unnest(conkey) WITH ORDINALITY AS keys (attnum, position)
        JOIN pg_attribute USING (attnum) WHERE attrelid = conrelid)::text AS columns
    FROM pg_constraint WHERE conrelid = '${table}'::regclass`)
  const indexes = await run(`SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = '${table}'`)
  const ofType = (type: string) => constraints.filter((constraint) => constraint.type === type)
  const columnsOf = (constraint: { columns?: unknown } | undefined): string[] => JSON.parse(String(constraint?.columns))
  const isUnique = (sql: unknown) => String(sql).startsWith('CREATE UNIQUE')
  return {
    columns: Object.fromEntries(
      columns.map((column) => [
        String(column.column_name),
        {
          type: String(column.data_type),
          required: column.is_nullable === 'NO',
          default: column.column_default === null ? null : String(column.column_default).replace('::text', ''),
        },
      ]),
    ),
    primaryKey: columnsOf(ofType('p')[0]),
    foreignKeys: ofType('f')
      .map((key) => `${columnsOf(key)} → ${key.target}: ${actions[String(key.action)]}`)
      .sort(),
    uniqueIndexes: Object.fromEntries(
      indexes
        .filter(({ name, sql }) => isUnique(sql) && !String(name).endsWith('_pkey'))
        .map(({ name, sql }) => [
          name,
          String(sql)
            .replace(/^.* USING btree \((.*)\)$/, '$1')
            .replaceAll(', ', ','),
        ]),
    ),
    indexes: indexes
      .filter(({ sql }) => !isUnique(sql))
      .map(({ name }) => String(name))
      .sort(),
    checks: ofType('c')
      .map(({ name }) => String(name))
      .sort(),
  }
}
