import type { Database as Sqlite } from 'bun:sqlite'
import { type Migration, migrations } from '../../../migrations/index.ts'
import { errorMessage, OperationalError } from '../../base/errors.ts'
import { fileTimestamp, keepNewest } from '../copies.ts'
import { copyTo } from '../copy.ts'
import { describeFileError } from '../describeFileError.ts'
import { countRows, findDanglingReferences } from './danglingReferences.ts'
import { findIntegrityErrors, readSchemaVersion } from './integrity.ts'

/** What follows the library's name in the names of its snapshots. */
const snapshotSuffix = /^\.schema-\d+\.[\dTZ-]+\.db$/

/**
 * Applies the migrations that a library lacks: all of them or none. Before that, copies the library into a snapshot in the
 * same folder. This snapshot is a file; `Database.snapshot` is a read transaction.
 * @param keepSnapshots - how many snapshots to keep, the new one included
 * @returns the path of the snapshot; undefined when the schema is current
 * @throws OperationalError when a migration fails: the library is unchanged, and the message names the snapshot
 */
export const upgrade = (
  client: Sqlite,
  path: string,
  keepSnapshots: number,
  allMigrations: readonly Migration[] = migrations,
): string | undefined => {
  const schema = readSchemaVersion(client)
  if (schema === allMigrations.length) return
  const snapshot = `${path}.schema-${schema}.${fileTimestamp()}.db`
  copyTo(client, snapshot)
  try {
    migrate(client, allMigrations)
  } catch (error) {
    throw new OperationalError(
      `${path} could not be brought from schema ${schema} to ${allMigrations.length}: ${errorMessage(describeFileError(error, path, 'library'))} It is as it was, and a snapshot of it is at ${snapshot}.`,
    )
  } finally {
    // Also after a failure: a service that is restarted again and again makes a snapshot at each start.
    keepNewest(path, snapshotSuffix, { count: keepSnapshots, newCopy: snapshot })
  }
  return snapshot
}

/**
 * Applies the migrations that a database lacks, in one transaction. `user_version` is the number of applied migrations.
 * @throws OperationalError when the result violates a constraint; SQLiteError when a statement fails
 */
export const migrate = (client: Sqlite, allMigrations: readonly Migration[] = migrations): void => {
  // With foreign keys on, dropping a table to rebuild it would delete the rows that refer to it. The pragma has no effect
  // inside a transaction. See https://sqlite.org/lang_altertable.html#otheralter
  client.run('PRAGMA foreign_keys = OFF')
  // A table that takes the place of another one gets its name while triggers of other tables name the former one.
  client.run('PRAGMA legacy_alter_table = ON')
  try {
    client.transaction(() => applyMigrations(client, allMigrations)).immediate()
  } finally {
    client.run('PRAGMA legacy_alter_table = OFF')
    client.run('PRAGMA foreign_keys = ON')
  }
}

const applyMigrations = (client: Sqlite, allMigrations: readonly Migration[]) => {
  // Read inside the transaction: another process, even of a newer version, may have migrated the library just before.
  const schema = readSchemaVersion(client)
  if (schema >= allMigrations.length) return
  const danglingBefore = countRows(findDanglingReferences(client))
  for (const { sql } of allMigrations.slice(schema)) client.run(sql)
  const [error] = findIntegrityErrors(client)
  if (error !== undefined) throw new OperationalError(`${error}.`)
  // Another program may have left some before. A migration leaves none.
  if (countRows(findDanglingReferences(client)) > danglingBefore)
    throw new OperationalError('It would refer to records that are not there.')
  client.run(`PRAGMA user_version = ${allMigrations.length}`)
}
