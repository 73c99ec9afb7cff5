import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { listTables } from '../../src/library/file/openSqlite.ts'

const folder = join(import.meta.dir, '../fixtures/rows')

/** The schema versions that libraries have been created with: 1, 2 … */
export const schemaVersions = migrations.map((_, index) => index + 1)

const rowsOf = (schema: number) => {
  const path = join(folder, `${schema}.sql`)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Creates a library with an old schema: the migrations up to it, each followed by the rows that a version with this schema has added. */
export const createOldLibrary = (schema: number, path: string): void => {
  using client = new Sqlite(path, { create: true })
  client.run('PRAGMA journal_mode = WAL')
  client.transaction(() => {
    for (const [index, { sql }] of migrations.slice(0, schema).entries()) {
      client.run(sql)
      client.run(rowsOf(index + 1) || 'SELECT 1')
    }
    client.run(`PRAGMA user_version = ${schema}`)
  })()
  client.close(true)
}

/** All rows of a library, by table, except those of SQLite's own tables, which change by themselves. */
export const readAllRows = (path: string): Record<string, unknown[]> => {
  const client = new Sqlite(path, { readonly: true })
  const rows = listTables(client).map((name) => [name, client.query(`SELECT * FROM "${name}"`).all()])
  client.close()
  return Object.fromEntries(rows)
}
