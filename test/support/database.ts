import type { Library } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { createLocation, requireFile } from './engine.ts'

/** Opens a new library, whose file or database is removed when it is disposed of. */
export const newDatabase = async (): Promise<
  Library & { databaseUrl: string; readonly path: string } & AsyncDisposable
> => {
  const location = await createLocation()
  const database = await openLibrary(location.url)
  return {
    ...database,
    databaseUrl: location.url,
    get path() {
      return requireFile(location)
    },
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await location[Symbol.asyncDispose]()
    },
  }
}

/** The error that a promise rejects with. @throws Error when it fulfils */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('The promise was not rejected.')
}
