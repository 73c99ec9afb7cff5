import type { SQLQueryBindings, Database as Sqlite, Statement } from 'bun:sqlite'
import { errorCode } from '../library/describeError.ts'

/**
 * What selects are run on: the connection that writes while it is between two writes, since it alone keeps its cache when
 * it writes; and else a connection of its own, so that nobody sees an unfinished write.
 */
export const preferWriter = (writer: Sqlite, reader: Sqlite): Sqlite => {
  const prepare = (sql: string) => {
    const first = writer.prepare(sql)
    let prepared: Statement | undefined
    const second = () => {
      prepared ??= reader.prepare(sql)
      return prepared
    }
    const run =
      <Rows>(how: (statement: Statement, values: SQLQueryBindings[]) => Rows) =>
      (...values: SQLQueryBindings[]): Rows => {
        if (writer.inTransaction) return how(second(), values)
        try {
          return how(first, values)
        } catch (error) {
          // Another program keeps the file locked. The writer doesn't wait for that; the reader does.
          if (errorCode(error).startsWith('SQLITE_BUSY')) return how(second(), values)
          throw error
        }
      }
    return {
      values: run((statement, values) => statement.values(...values)),
      all: run((statement, values) => statement.all(...values)),
    }
  }
  return { prepare } as unknown as Sqlite // all that Drizzle asks of it to select
}
