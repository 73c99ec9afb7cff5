import { join } from 'node:path'
import { openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from './folder.ts'
import { createTestDatabase, sharedPostgres } from './postgres.ts'

/** The engine of the libraries that tests create: a file, or PostgreSQL with `TEST_ENGINE=postgres`. */
export const engine: 'file' | 'postgres' = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'file'

/** How many servers each library has, on PostgreSQL. Each request goes to another one. */
export const nodeCount = engine === 'postgres' ? Number(process.env.TEST_NODES ?? 1) : 1

/** The path of a new library. @throws Error on PostgreSQL */
export const requireFile = ({ url }: { url: string }): string => {
  if (engine !== 'file') throw new Error('This library has no file. Use its databaseUrl, or fileTest.')
  return url
}

/** The database of an empty library. To copy it takes a third of the time that the migrations take. */
let template: Promise<string> | undefined

const createTemplate = async () => {
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase()
  const library = await openLibrary(postgres.url(name))
  await library.close()
  return name
}

/**
 * Makes the place of a new library: the path of a file that is not there yet, or the URL of a database with an empty library. What is
 * there is removed when it is disposed of.
 */
export const createLocation = async (): Promise<{ url: string } & AsyncDisposable> => {
  if (engine === 'postgres') {
    template ??= createTemplate()
    return createTestDatabase(await template)
  }
  const folder = emptyFolder()
  return {
    url: join(folder.path, 'library.db'),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}
