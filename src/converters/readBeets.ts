import { Database, SQLiteError } from 'bun:sqlite'
import { OperationalError } from '../base/errors.ts'
import { toCell } from './csv/cells.ts'
import { beets } from './csv/forms.ts'
import { Table, type TableOptions, type TableResult } from './csv/table.ts'

/** The tracks, and the covers of their albums. Paths are bytes. */
const selectItems = `
  SELECT CAST(items.path AS text) AS file_path, CAST(albums.artpath AS text) AS cover, items.*
  FROM items LEFT JOIN albums ON albums.id = items.album_id`

/**
 * Reads the database of beets, which its settings call `library`, as a table.
 * @param name - the name of the file in messages
 * @throws OperationalError when it is another database
 */
export const readBeets = (bytes: Uint8Array, name: string, options: TableOptions): TableResult => {
  const problem = new OperationalError(
    `${name} is an SQLite database, but not a library of beets. Export a table or a query of it as CSV first.`,
  )
  try {
    using database = Database.deserialize(bytes, { readonly: true })
    const tables = database.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('items', 'albums')")
    if (tables.all().length < 2) throw problem
    const rows = database.query<Record<string, unknown>, []>(selectItems)
    const table = new Table(name, rows.columnNames, beets, options)
    let number = 0
    for (const row of rows.iterate())
      table.add(
        rows.columnNames.map((column) => toCell(row[column])),
        ++number,
      )
    return table.finish()
  } catch (error) {
    throw error instanceof SQLiteError ? problem : error
  }
}
