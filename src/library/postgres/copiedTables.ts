import type { Database as Sqlite } from 'bun:sqlite'
import { listTables } from '../file/openSqlite.ts'
import type { RunStatement } from './session.ts'

/** A table that a library has both in a file and on PostgreSQL, with the same columns. */
export interface CopiedTable {
  name: string
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
}

/** Migrations and triggers write these tables in each library: what is in them follows from the others. */
const derivedTables = ['folded_letters', 'folded_names']

/** Returns the tables whose rows are copied from one engine to the other: each comes after those that it refers to. */
export const listCopiedTables = (client: Sqlite): CopiedTable[] => {
  const names = listTables(client).filter((name) => !derivedTables.includes(name))
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const parent of parentsOf(client, name)) if (parent !== name) add(parent)
    ordered.add(name)
  }
  for (const name of names.sort()) add(name)
  return [...ordered].map((name) => describeTable(client, name))
}

const parentsOf = (client: Sqlite, name: string) =>
  client
    .query<{ table: string }, [string]>('SELECT "table" FROM pragma_foreign_key_list(?)')
    .all(name)
    .map(({ table }) => table)

const describeTable = (client: Sqlite, name: string): CopiedTable => {
  const columns = client
    .query<{ name: string; pk: number }, [string]>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name)
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) }
}

/** A name in SQL. Both engines quote names alike. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listNames = (names: readonly string[]): string => names.map(quoteName).join(', ')

/** How many rows are in memory at the same time. */
export const pageSize = 5_000

/** Returns the rows of a select in pages. It has to run in a transaction, and one such select at a time. */
export async function* readPages(run: RunStatement, select: string): AsyncGenerator<unknown[][]> {
  await run(`DECLARE pages NO SCROLL CURSOR FOR ${select}`, [])
  for (;;) {
    const rows = await run(`FETCH ${pageSize} FROM pages`, [])
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) break
  }
  await run('CLOSE pages', [])
}
