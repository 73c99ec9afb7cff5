import { createPool, type ReservedConnection } from '../../database/postgres/client.ts'
import { parseAddress } from './address.ts'

/**
 * Runs `work` with a connection to a database, which is closed afterwards.
 * @throws UsageError for an address that is not understood; DatabaseUnavailable
 */
export const withConnection = async <T>(
  url: string,
  work: (connection: ReservedConnection, name: string) => Promise<T>,
): Promise<T> => {
  const { name, options } = parseAddress(url)
  const pool = createPool(options, 1)
  try {
    const connection = await pool.reserve()
    try {
      return await work(connection, name)
    } finally {
      connection.release()
    }
  } finally {
    // A connection that stays open would keep a command from ending.
    await pool.close()
  }
}

/**
 * Runs `work` in a transaction, which is undone if it fails.
 * @param begin - the statement that begins it
 * @param end - the statement that ends it
 */
export const inTransaction = async <T>(
  { run }: ReservedConnection,
  begin: string,
  work: () => Promise<T>,
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<T> => {
  await run(begin, [])
  try {
    // Between two statements SQLite works on a whole table.
    await run('SET LOCAL idle_in_transaction_session_timeout = 0', [])
    const result = await work()
    await run(end, [])
    return result
  } catch (error) {
    await run('ROLLBACK', []).catch(() => {})
    throw error
  }
}
