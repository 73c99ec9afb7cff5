import type { OwnConnection } from '../../database/postgres/client.ts'
import { parseAddress } from './address.ts'
import { connectFirst } from './open.ts'

/**
 * Runs `work` with a connection to a database, which is closed afterwards.
 * @throws UsageError for an address that is not understood; OperationalError for a database that
 * can't be reached
 */
export const withConnection = async <T>(
  url: string,
  work: (connection: OwnConnection, name: string) => Promise<T>,
): Promise<T> => {
  const { name, options } = parseAddress(url)
  const connection = await connectFirst(options, name)
  try {
    return await work(connection, name)
  } finally {
    connection.close()
  }
}

/**
 * Runs `work` in a transaction, which is undone if it fails.
 * @param begin - the statement that begins it
 * @param end - the statement that ends it
 */
export const inTransaction = async <T>(
  { run }: OwnConnection,
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
