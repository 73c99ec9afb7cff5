import { Database as Sqlite } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listTables } from '../../src/database/sqlite/tables.ts'

const folder = join(import.meta.dir, '../fixtures')

/** The schema versions that libraries have been created with: 1, 2 … */
export const schemaVersions = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => Number(/^schema-(\d+)\.sql$/.exec(name)?.[1]))

/** Creates a library with an old schema, as a version of the program with that schema left it. */
export const createOldLibrary = (schema: number, path: string): void => {
  const client = new Sqlite(path, { create: true })
  client.run('PRAGMA journal_mode = WAL')
  client.run(readFileSync(join(folder, `schema-${schema}.sql`), 'utf8'))
  client.close(true)
}

/** All rows of a library, by table, except those of SQLite's own tables, which change by themselves, and of virtual tables. */
export const readAllRows = (path: string): Record<string, unknown[]> => {
  const client = new Sqlite(path, { readonly: true })
  const rows = listTables(client).map((name) => [name, client.query(`SELECT * FROM "${name}"`).all()])
  client.close()
  return Object.fromEntries(rows)
}
