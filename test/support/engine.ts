import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from './folder.ts'
import { createTestDatabase, sharedPostgres } from './testDatabase.ts'

/** The engine of the libraries that tests create: a file, or PostgreSQL with `TEST_ENGINE=postgres`. */
export const engine: 'file' | 'postgres' = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'file'

/** How many servers each library has, on PostgreSQL. Each request goes to another one. */
export const nodeCount = engine === 'postgres' ? Number(process.env.TEST_NODES ?? 1) : 1

/** The path of a new library. @throws Error on PostgreSQL */
export const requireFile = ({ url }: { url: string }): string => {
  if (engine !== 'file') throw new Error('This library has no file. Use its databaseUrl, or fileTest.')
  return url
}

/** Creates an empty library once, and returns what each new one is copied from. To copy it takes a third of the time that the migrations take. */
const createTemplate = async (url: string) => {
  const library = await openLibrary(url)
  await library.close()
}

const createFileTemplate = async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await createTemplate(path)
  return readFileSync(path)
}

const createDatabaseTemplate = async () => {
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase()
  await createTemplate(postgres.url(name))
  return name
}

let fileTemplate: Promise<Buffer> | undefined
let databaseTemplate: Promise<string> | undefined

/** Creates an empty library: a file, or a database and its URL. It is removed when it is disposed of. */
export const createLocation = async (): Promise<{ url: string } & AsyncDisposable> => {
  if (engine === 'postgres') {
    databaseTemplate ??= createDatabaseTemplate()
    return createTestDatabase(await databaseTemplate)
  }
  fileTemplate ??= createFileTemplate()
  const template = await fileTemplate
  const folder = emptyFolder()
  const url = join(folder.path, 'library.db')
  writeFileSync(url, template)
  return { url, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}
