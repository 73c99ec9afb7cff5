import { DatabaseUnavailable } from '../../base/errors.ts'
import { parseAddress } from './address.ts'
import { type OwnConnection, openConnection, sessionSettings } from './client.ts'
import { describePostgresError } from './describeError.ts'
import { insufficientPrivilege, sqlState } from './serverErrors.ts'

/** Connects to any server, also to one that can't keep a library: the next step says why. */
const { transaction_read_only: _, ...settings } = sessionSettings

/**
 * Runs `work` with a connection to a database, which is closed afterwards.
 * @throws UsageError for an address that is not understood; OperationalError for a database that
 * can't be reached, or in which the user lacks a right
 */
export const withConnection = async <T>(
  url: string,
  work: (connection: OwnConnection, name: string) => Promise<T>,
): Promise<T> => {
  const { name, options } = parseAddress(url)
  let connection: OwnConnection
  try {
    connection = await openConnection(options, settings)
  } catch (error) {
    throw await describePostgresError(error, name)
  }
  try {
    return await work(connection, name)
  } catch (error) {
    const isDescribed = error instanceof DatabaseUnavailable || sqlState(error) === insufficientPrivilege
    throw isDescribed ? await describePostgresError(error, name) : error
  } finally {
    // A connection that stays open would keep a command from ending.
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
