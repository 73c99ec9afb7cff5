import type { Database as Sqlite } from 'bun:sqlite'
import { OperationalError } from '../base/errors.ts'

// The users of tests have password hashes that cost nothing. They are for libraries in memory alone: so no file that could be stolen has them.

/** What the hashes of the passwords of tests begin with. No other hash does. */
export const testHashPrefix = '$music-library-test$'

/**
 * @param name - the name of the file in messages
 * @throws OperationalError for a file with the password hash of a test
 */
export const requireNoTestHashes = (client: Sqlite, name: string): void => {
  const [account] = client
    .query<{ id: number }, [string]>('SELECT id FROM users WHERE substr(password, 1, length(?1)) = ?1 LIMIT 1')
    .all(testHashPrefix)
  if (account)
    throw new OperationalError(
      `${name} has the password of a test, in account ${account.id}. Such passwords are only for libraries in memory.`,
    )
}
