import { OperationalError } from '../errors.ts'
import { removeIfEmpty } from '../library/create.ts'
import { type Library, openLibrary } from '../library/open.ts'

interface Options {
  mustExist?: boolean
  /** False for an operation that changes nothing: an older library is an error then. True by default. */
  mayUpgrade?: boolean
  /** Called with the path of a library that was created, before the operation. Without it, a line says so afterwards. */
  onNew?: (file: string) => void
  /** Errors after which a library that was created by this call is removed again. */
  removeNewOn?: (error: unknown) => boolean
}

/**
 * Opens the library, runs one operation on it, and closes it.
 * @throws OperationalError if the file was replaced during the operation, whose changes are then in the old file
 */
export const withDatabase = async <T>(
  url: string,
  operation: (database: Library) => Promise<T>,
  { mustExist = false, mayUpgrade = true, onNew, removeNewOn = () => false }: Options = {},
): Promise<T> => {
  const database = await openLibrary(url, { mustExist, mayUpgrade })
  const isNewFile = database.created && database.path !== undefined
  let removeNew = false
  try {
    if (database.snapshotBefore)
      console.error(
        `Upgraded ${database.name} from an older program. How it was before is at ${database.snapshotBefore}`,
      )
    if (isNewFile) onNew?.(database.name)
    const result = await operation(database)
    if (database.wasReplaced()) {
      throw new OperationalError(
        `${database.name} was replaced meanwhile, perhaps by a restore. What was done is in the old file; do it again.`,
      )
    }
    if (isNewFile && !onNew) console.error(`There was no library at ${database.name}, so a new one was made.`)
    return result
  } catch (error) {
    removeNew = isNewFile && removeNewOn(error)
    throw error
  } finally {
    await database.close()
    if (removeNew) removeIfEmpty(database.name)
  }
}

/** The same for commands that must not create a library. */
export const withExistingDatabase = <T>(url: string, operation: (database: Library) => Promise<T>): Promise<T> =>
  withDatabase(url, operation, { mustExist: true })

/** The same for commands that only read: they do not upgrade an older library. */
export const withReadDatabase = <T>(url: string, operation: (database: Library) => Promise<T>): Promise<T> =>
  withDatabase(url, operation, { mustExist: true, mayUpgrade: false })
