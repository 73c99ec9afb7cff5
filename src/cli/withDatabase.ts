import type { Database } from '../database/database.ts'
import { OperationalError } from '../errors.ts'
import { removeIfEmpty } from '../library/create.ts'
import { openLibrary } from '../library/open.ts'

interface Options {
  mustExist?: boolean
  /** The kind of error after which a library that was only made for this piece of work is taken away again. */
  unmakeOn?: new (
    ...parts: never[]
  ) => Error
}

/** Opens the library for one piece of work, and closes it whatever comes of it. */
export const withDatabase = async <T>(
  url: string,
  work: (database: Database) => Promise<T>,
  { mustExist = false, unmakeOn }: Options = {},
): Promise<T> => {
  const database = await openLibrary(url, { mustExist })
  let refused = false
  try {
    const result = await work(database)
    if (database.wasReplaced()) {
      throw new OperationalError(
        `${database.file} was replaced meanwhile, perhaps by a restore. What was done is in the old file; do it again.`,
      )
    }
    if (database.created && database.file !== ':memory:') {
      console.error(`There was no library at ${database.file}, so a new one was made.`)
    }
    return result
  } catch (error) {
    refused = unmakeOn !== undefined && error instanceof unmakeOn
    throw error
  } finally {
    await database.close()
    if (refused && database.created && database.file !== ':memory:') removeIfEmpty(database.file)
  }
}
