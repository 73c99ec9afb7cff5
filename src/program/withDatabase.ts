import { type AuditedTransaction, type AuditedWrite, createAuditedWrite } from '../audit/auditedWrite.ts'
import { commandLine } from '../audit/entry.ts'
import { DatabaseUnavailable, OperationalError } from '../base/errors.ts'
import { settings } from '../config/settings.ts'
import type { Database } from '../library/database.ts'
import { describeFileError } from '../library/describeFileError.ts'
import { removeIfEmpty } from '../library/file/create.ts'
import type { Library } from '../library/library.ts'
import { inMemory } from '../library/locate.ts'
import { openLibrary } from '../library/open.ts'
import { becomeOwner } from './becomeOwner.ts'

interface Options {
  mustExist?: boolean
  /** False for an operation that changes nothing: an older library is an error then. True by default. */
  mayUpgrade?: boolean
  /** Make the folder of a new library. By default only that of the default library is made: a folder that is named may be that of a disk. */
  createFolder?: boolean
  /** Called with the name of a library that was created, before the operation. Without it, a line says so afterwards. */
  onNew?: (name: string) => void
  /** Errors after which a file that was created by this call is removed again. */
  removeNewOn?: (error: unknown) => boolean
}

/**
 * Opens the library, runs one operation on it, and closes it.
 * @throws OperationalError if the file was replaced during the operation, whose changes are then in the old file
 */
export const withDatabase = async <T>(
  url: string,
  operation: (database: Library) => Promise<T>,
  { mustExist = false, mayUpgrade = true, createFolder = false, onNew, removeNewOn = () => false }: Options = {},
): Promise<T> => {
  let isUpgraded = false
  const onUpgrade = () => {
    isUpgraded = true
  }
  becomeOwner(url)
  const database = await openLibrary(url, {
    mustExist,
    mayUpgrade,
    createFolder: createFolder || url === settings.database.default,
    onUpgrade,
  })
  const isNew = database.created && database.name !== inMemory
  let removeNew = false
  try {
    if (database.snapshotBefore)
      console.error(
        `Upgraded ${database.name} from an older program. A snapshot from before the upgrade is at ${database.snapshotBefore}`,
      )
    else if (isUpgraded)
      console.error(`Upgraded ${database.name}. Servers of an older version only read it until they are upgraded, too.`)
    if (isNew) onNew?.(database.name)
    const result = await operation(database)
    if (database.wasLost()) {
      throw new OperationalError(
        `${database.name} was replaced meanwhile, perhaps by a restore. The change is in the old file; make it again.`,
      )
    }
    if (isNew && !onNew) console.error(`There was no library at ${database.name}, so a new one was made.`)
    return result
  } catch (error) {
    removeNew = isNew && removeNewOn(error)
    throw database.engine === 'postgres' ? await describeLibraryError(error, database) : error
  } finally {
    await database.close()
    // The empty tables of a database stay.
    if (removeNew && database.path !== undefined) removeIfEmpty(database.path)
  }
}

/** The same for commands that must not create a library. */
export const withExistingDatabase = <T>(url: string, operation: (database: Library) => Promise<T>): Promise<T> =>
  withDatabase(url, operation, { mustExist: true })

/** The same for commands that only read: they do not upgrade an older library. */
export const withReadDatabase = <T>(url: string, operation: (database: Library) => Promise<T>): Promise<T> =>
  withDatabase(url, operation, { mustExist: true, mayUpgrade: false })

/** The write of commands, whose entries in the audit trail say that they are from the command line. */
export const commandWrite = ({ write }: Pick<Database, 'write'>): AuditedWrite => createAuditedWrite(write, commandLine)

/** Opens a library that exists, and runs one transaction. @returns its result, when the library is closed */
export const writeExisting = <T>(url: string, run: (tx: AuditedTransaction) => Promise<T>): Promise<T> =>
  withExistingDatabase(url, (database) => commandWrite(database)(run))

/** Translates an error of using an open library into one with a line for the user who named it, where that is possible. */
export const describeLibraryError = async (error: unknown, { engine, name }: Library): Promise<unknown> => {
  if (engine === 'sqlite') return describeFileError(error, name, 'library')
  if (!(error instanceof DatabaseUnavailable)) return error
  // Most libraries are files: what PostgreSQL needs is loaded only for it.
  return (await import('../library/postgres/describeError.ts')).describePostgresError(error, name)
}
