import { test } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from './folder.ts'
import { createTestDatabase } from './postgres.ts'

/** The engine of the libraries that tests create: a file, or PostgreSQL with `TEST_ENGINE=postgres`. */
export const engine: 'file' | 'postgres' = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'file'

/** A test of what only a library in a file has. Its name says what that is. */
export const fileTest = test.skipIf(engine !== 'file')

/** The path of a new library. @throws Error on PostgreSQL */
export const requireFile = ({ url }: { url: string }): string => {
  if (engine !== 'file') throw new Error('This library has no file. Use its databaseUrl, or fileTest.')
  return url
}

/** Makes the place of a new library. @returns its DATABASE_URL. What is there is removed when it is disposed of. */
export const createLocation = async (): Promise<{ url: string } & AsyncDisposable> => {
  if (engine === 'postgres') return createTestDatabase()
  const folder = emptyFolder()
  return {
    url: join(folder.path, 'library.db'),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}
