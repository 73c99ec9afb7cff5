import { type Database, openDatabase } from '../database/open.ts'

/** Opens the library for one piece of work, and closes it whatever comes of it. */
export const withDatabase = async <T>(
  url: string,
  work: (database: Database) => Promise<T>,
  options: { mustExist?: boolean } = {},
): Promise<T> => {
  const database = await openDatabase(url, options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
