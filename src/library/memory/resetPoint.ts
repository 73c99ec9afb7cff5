import type { Database as Sqlite } from 'bun:sqlite'
import type { Clock } from '../clock.ts'
import type { Database, Reset } from '../database.ts'
import { keepTemporaryTablesInMemory } from '../file/openSqlite.ts'
import { libraryTables } from '../libraryTables.ts'

/** SQLite's table of the last ids. With it, new records get the same ids again. */
const names = [...libraryTables, 'sqlite_sequence']

/**
 * Copies all tables into temporary ones, which are in memory. See `Database.createResetPoint`. A reset writes only the rows that
 * have changed: triggers and the capture of changes make each row that is written expensive.
 */
export const createResetPoint = (writer: Sqlite, write: Database['write'], clock: Clock): Reset => {
  const resetClock = clock.mark()
  keepTemporaryTablesInMemory(writer)
  for (const name of names) {
    writer.run(`CREATE TEMP TABLE "initial ${name}" AS SELECT rowid AS initial_rowid, * FROM main."${name}"`)
  }
  const deleteChanged = (name: string) =>
    writer.run(
      `DELETE FROM main."${name}" WHERE rowid IN
        (SELECT rowid FROM (SELECT rowid, * FROM main."${name}" EXCEPT SELECT * FROM temp."initial ${name}"))`,
    )
  const insertMissing = (name: string, columns: string) =>
    writer.run(
      `INSERT INTO main."${name}" (rowid, ${columns}) SELECT initial_rowid, ${columns} FROM temp."initial ${name}"
        WHERE initial_rowid NOT IN (SELECT rowid FROM main."${name}")`,
    )
  const columns = names.map((name) => [name, listColumns(writer, name)] as const)
  return (check) =>
    // The work uses the connection itself, since Drizzle has no statement for a table of another schema.
    write(async (tx) => {
      await check?.(tx)
      // References may dangle until all tables are complete. Other writes of the same commit are not concerned.
      writer.run('PRAGMA defer_foreign_keys = ON')
      try {
        for (const name of names) deleteChanged(name)
        for (const [name, list] of columns) insertMissing(name, list)
        resetClock()
      } finally {
        writer.run('PRAGMA defer_foreign_keys = OFF')
      }
    })
}

const listColumns = (client: Sqlite, table: string) =>
  client
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${name}"`)
    .join(', ')
