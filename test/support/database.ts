import { join } from 'node:path'
import { type Library, openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from './folder.ts'

/** Opens a library in a temporary folder, which is removed when the library is disposed of. */
export const newDatabase = async (): Promise<Library & { path: string } & AsyncDisposable> => {
  const folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const database = await openLibrary(path)
  return {
    ...database,
    path,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      folder[Symbol.dispose]()
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
