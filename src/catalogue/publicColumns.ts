import { getTableColumns, type Table } from 'drizzle-orm'

/** A table's columns without the catalogue file's key, which no response contains. */
export const publicColumns = <Of extends Table & { key: unknown }>(table: Of): Omit<Of['_']['columns'], 'key'> => {
  const { key, ...columns } = getTableColumns(table)
  return columns
}
