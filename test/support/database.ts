import { join } from 'node:path'
import { type Library, openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from './folder.ts'

/** A library in a file of its own, gone at the end of the block. */
export const newDatabase = async (): Promise<Library & AsyncDisposable> => {
  const folder = emptyFolder()
  const database = await openLibrary(join(folder.path, 'library.db'))
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      folder[Symbol.dispose]()
    },
  }
}

/** What a promise was rejected with. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was not rejected.')
}
