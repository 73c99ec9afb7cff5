import type { Database as Sqlite } from 'bun:sqlite'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import * as schema from './schema.ts'

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

/** SQLite's table of the last ids. With it, new records get the same ids again. */
const names = [...tables.map((table) => getTableName(table)), 'sqlite_sequence']

/** Copies all tables into temporary ones, which are in memory. See `Database.createResetPoint`. */
export const createResetPoint = (writer: Sqlite, write: Database['write']): (() => Promise<void>) => {
  for (const name of names) writer.run(`CREATE TEMP TABLE "initial ${name}" AS SELECT * FROM main."${name}"`)
  return () =>
    // The work uses the connection itself, since Drizzle has no statement for a table of another schema.
    write(async () => {
      // References may dangle until all tables are complete. Other writes of the same commit are not concerned.
      writer.run('PRAGMA defer_foreign_keys = ON')
      try {
        for (const name of names) writer.run(`DELETE FROM main."${name}"`)
        for (const name of names) writer.run(`INSERT INTO main."${name}" SELECT * FROM temp."initial ${name}"`)
      } finally {
        writer.run('PRAGMA defer_foreign_keys = OFF')
      }
    })
}
