import type { Database as Sqlite } from 'bun:sqlite'
import { migrations } from '../../migrations/index.ts'
import { Failure } from '../faults.ts'

/**
 * Brings the schema up to date: the migrations that the file has not had, in order, all or nothing.
 * The file counts them in its `user_version`.
 * @throws Failure for a file from a newer version of the program.
 */
export const migrate = (client: Sqlite): void => {
  if (versionOf(client) === migrations.length) return
  // A table that is rebuilt would take the rows that refer to it along; the pragma does nothing inside a transaction.
  client.run('PRAGMA foreign_keys = OFF')
  try {
    client.transaction(() => apply(client)).immediate()
  } finally {
    client.run('PRAGMA foreign_keys = ON')
  }
}

const apply = (client: Sqlite) => {
  // Asked again under the lock: another program may have been quicker.
  const version = versionOf(client)
  if (version > migrations.length) {
    throw new Failure(
      `The library has schema ${version} and this program knows only up to ${migrations.length}. Use the newer program.`,
    )
  }
  for (const migration of migrations.slice(version)) client.run(migration.sql)
  const broken = client.query('PRAGMA foreign_key_check').all()
  if (broken.length > 0)
    throw new Failure(`${broken.length} records of the library refer to records that are not there.`)
  client.run(`PRAGMA user_version = ${migrations.length}`)
}

const versionOf = (client: Sqlite) =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
