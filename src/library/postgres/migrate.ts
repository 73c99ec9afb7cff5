import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import { DatabaseUnavailable, errorMessage, OperationalError } from '../../base/errors.ts'
import { stampRolesAsCreated } from '../libraryId.ts'
import type { OwnConnection } from './client.ts'
import { lockWrites } from './node.ts'
import { insufficientPrivilege, sqlState } from './serverErrors.ts'
import type { RunStatement } from './session.ts'

/** The number of the schema that this program knows. It is the number of SQLite's migrations, too. */
export const currentSchema = postgresMigrations.at(-1)?.schema ?? 0

const selectState = `SELECT to_regclass('library_state') IS NOT NULL, current_schema(),
  (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'v', 'm', 'f', 'p', 'S'))`

/**
 * Reads the number of the schema of a library; undefined for an empty database.
 * @throws OperationalError for a database that another program uses, and for one whose role sees no schema
 */
export const readSchema = async (run: RunStatement, name: string): Promise<number | undefined> => {
  const [[isLibrary, schema, objects] = []] = await run(selectState, [])
  if (isLibrary) return Number((await run('SELECT schema FROM library_state', []))[0]?.[0])
  if (schema === null)
    throw new OperationalError(
      `The role has no schema in the database ${name}. Make it the owner of the database, or create a schema for it.`,
    )
  if (Number(objects) > 0)
    throw new OperationalError(
      `The database ${name} has tables of another program. Create an empty database for the library.`,
    )
}

/** Makes the id of a new library unique, as for a file: see `libraryId.ts`. */
const makeLibraryId = `UPDATE roles SET created_at = substr(created_at, 1, 23) || lpad(floor(random() * 1000)::text, 3, '0') || 'Z'`

const storeSchema = `INSERT INTO library_state (schema) VALUES ($1)
  ON CONFLICT (only_row) DO UPDATE SET schema = excluded.schema`

/**
 * Applies the migrations that a library lacks, in one transaction: all of them or none. Nodes that start at the same time wait for each
 * other, and only the first one migrates.
 * @param from - the schema of the library; 0 for an empty database
 * @returns the schema that the library had; 0 if the database was empty
 * @throws OperationalError when a migration fails: the library is unchanged
 */
export const migrate = async ({ run, runScript }: OwnConnection, name: string): Promise<number> => {
  await run('BEGIN', [])
  try {
    // Without a limit: the first node may need longer than writes wait for each other.
    await run('SET LOCAL lock_timeout = 0', [])
    await run(lockWrites, [])
    // Read under the lock: another node, even of a newer version, may have migrated the library just before.
    const before = (await readSchema(run, name)) ?? 0
    for (const { schema, sql } of postgresMigrations) if (schema > before) await runScript(sql)
    if (before === 0) for (const sql of [makeLibraryId, stampRolesAsCreated]) await run(sql, [])
    const after = Math.max(before, currentSchema)
    await run(storeSchema, [after])
    await run('COMMIT', [])
    return before
  } catch (error) {
    await run('ROLLBACK', []).catch(() => {})
    // Since PostgreSQL 15, a user may create no tables in a database of another one. `withConnection` has the advice, as for one that is read-only.
    const isExplained = error instanceof OperationalError || error instanceof DatabaseUnavailable
    if (isExplained || sqlState(error) === insufficientPrivilege) throw error
    throw new OperationalError(
      `The schema of ${name} could not be brought to ${currentSchema}: ${errorMessage(error)} It is as it was.`,
    )
  }
}
