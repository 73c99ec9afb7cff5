import type { Database as Sqlite } from 'bun:sqlite'
import { type Migration, migrations } from '../../migrations/index.ts'
import { errorMessage, OperationalError } from '../errors.ts'
import { copyTo } from './copy.ts'
import { findIntegrityErrors, readSchemaVersion } from './integrity.ts'
import { fileTimestamp, keepNewest } from './retention.ts'

/**
 * Brings an existing library up to date: the migrations that it has not had, in order, all or nothing. Before that, a
 * snapshot of it is laid beside it, and of old snapshots so many are kept.
 * @throws OperationalError when it fails; the library is as it was then.
 */
export const upgrade = (
  client: Sqlite,
  path: string,
  keep: number,
  all: readonly Migration[] = migrations,
): string | undefined => {
  const schema = readSchemaVersion(client)
  if (schema === all.length) return
  const snapshot = `${path}.schema-${schema}.${fileTimestamp()}.db`
  copyTo(client, snapshot)
  try {
    migrate(client, all)
  } catch (error) {
    throw new OperationalError(
      `${path} could not be brought from schema ${schema} to ${all.length}: ${errorMessage(error)} It is as it was, and a snapshot of it is at ${snapshot}.`,
    )
  } finally {
    // Also after a failure, which may come again at each start.
    keepNewest(path, /^\.schema-\d+\.[\dTZ-]+\.db$/, keep)
  }
  return snapshot
}

/** Applies the migrations that a file has not had. The file counts them in its `user_version`. */
export const migrate = (client: Sqlite, all: readonly Migration[] = migrations): void => {
  // A table that is rebuilt would take the rows that refer to it along; the pragma does nothing inside a transaction.
  client.run('PRAGMA foreign_keys = OFF')
  try {
    client.transaction(() => apply(client, all)).immediate()
  } finally {
    client.run('PRAGMA foreign_keys = ON')
  }
}

const apply = (client: Sqlite, all: readonly Migration[]) => {
  // Asked under the lock: another program may have been quicker, and may even know more migrations.
  const schema = readSchemaVersion(client)
  if (schema >= all.length) return
  for (const { sql } of all.slice(schema)) client.run(sql)
  const [fault] = findIntegrityErrors(client)
  if (fault !== undefined) throw new OperationalError(`${fault}.`)
  client.run(`PRAGMA user_version = ${all.length}`)
}
