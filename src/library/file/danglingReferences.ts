import type { Database as Sqlite } from 'bun:sqlite'
import { quoteForShell } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'

// A program that does not turn foreign keys on, such as the shell `sqlite3`, deletes a record and leaves the rows that refer to it. No page is
// damaged then, and the rows have no effect. So they prevent no backup, but the operator is told how to remove them.

interface ForeignKey {
  table: string
  column: string
  target: string
  onDelete: string
}

/** The rows of a table that refer to records that are not there. */
interface DanglingReferences extends ForeignKey {
  rows: number
}

/** Finds the rows that refer to records that are not there, by table and column. Reads all tables. */
export const findDanglingReferences = (client: Sqlite): DanglingReferences[] => {
  const found = client.query<{ table: string; fkid: number }, []>('PRAGMA foreign_key_check').all()
  const groups = Map.groupBy(found, ({ table, fkid }) => `${table} ${fkid}`)
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    return first ? [{ ...readForeignKey(client, first.table, first.fkid), rows: rows.length }] : []
  })
}

const readForeignKey = (client: Sqlite, table: string, id: number): ForeignKey => {
  const key = client
    .query<{ from: string; table: string; on_delete: string }, [string, number]>(
      'SELECT "from", "table", on_delete FROM pragma_foreign_key_list(?) WHERE id = ?',
    )
    .get(table, id)
  return { table, column: key?.from ?? '', target: key?.table ?? '', onDelete: key?.on_delete ?? '' }
}

export const countRows = (references: readonly DanglingReferences[]): number =>
  references.reduce((sum, { rows }) => sum + rows, 0)

/** Returns the statement that does what the foreign key would have done. */
const repairOf = ({ table, column, target, onDelete }: ForeignKey) => {
  const isDangling = `${column} NOT IN (SELECT id FROM ${target})`
  return onDelete === 'SET NULL'
    ? `UPDATE ${table} SET ${column} = NULL WHERE ${isDangling};`
    : `DELETE FROM ${table} WHERE ${isDangling};`
}

/**
 * Describes such rows of a library, and how to remove them; undefined if there are none.
 * @param path - of the library
 */
export const describeDanglingReferences = (
  references: readonly DanglingReferences[],
  path: string,
): string | undefined => {
  if (references.length === 0) return
  const count = countRows(references)
  const tables = references.map(({ table, rows }) => `${rows} in ${table}`).join(', ')
  const repair = ['PRAGMA foreign_keys = ON;', ...references.map(repairOf)].join(' ')
  return `${path} has ${formatCount(count, 'rows')} that refer to records that are not there: ${tables}. A program has deleted the records without foreign keys. To remove the rows: sqlite3 ${quoteForShell(path)} ${quoteForShell(repair)}`
}
