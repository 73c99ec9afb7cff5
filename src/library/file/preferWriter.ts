import type { SQLQueryBindings, Database as Sqlite, Statement } from 'bun:sqlite'
import { errorCode } from '../../base/errors.ts'

/**
 * A connection for single selects. It uses the writing connection between two transactions, since SQLite empties the page
 * cache of every other connection at each commit. During a transaction it uses the reader, so that no select sees an
 * uncommitted write.
 */
export const preferWriter = (writer: Sqlite, reader: Sqlite): Sqlite => {
  const prepare = (sql: string) => {
    const onWriter = writer.prepare(sql)
    let prepared: Statement | undefined
    const onReader = () => {
      prepared ??= reader.prepare(sql)
      return prepared
    }
    const run =
      <Rows>(select: (statement: Statement, values: SQLQueryBindings[]) => Rows) =>
      (...values: SQLQueryBindings[]): Rows => {
        if (writer.inTransaction) return select(onReader(), values)
        try {
          return select(onWriter, values)
        } catch (error) {
          // Another program has locked the file. The writer's busy timeout is 0; the reader waits.
          if (errorCode(error).startsWith('SQLITE_BUSY')) return select(onReader(), values)
          throw error
        }
      }
    return {
      values: run((statement, values) => statement.values(...values)),
      all: run((statement, values) => statement.all(...values)),
    }
  }
  return { prepare } as unknown as Sqlite // Drizzle's selects call nothing else of a connection.
}
