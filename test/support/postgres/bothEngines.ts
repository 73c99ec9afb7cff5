import { readFileSync, writeFileSync } from 'node:fs'
import type { Library } from '../../../src/library/library.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { emptyFolder } from '../folder.ts'
import { createTestDatabase, sharedPostgres } from '../testDatabase.ts'

const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Turns a result into text. Instants differ from run to run, and are left out. */
const textOf = (value: unknown) =>
  JSON.stringify(
    value,
    (_, member) => (typeof member === 'string' && instants.test(member) ? 'instant' : (member ?? null)),
    1,
  )

const resultOf = async (work: Promise<unknown>) => {
  try {
    return textOf(await work)
  } catch (error) {
    return String(error)
  }
}

/** A new library in a file and one on PostgreSQL, in which the same is done. */
export interface BothEngines extends AsyncDisposable {
  /** Does something in both libraries. @returns the result, or the error as text @throws Error if the results differ */
  compare(name: string, work: (library: Library) => Promise<unknown>): Promise<string>
}

/** Creates the empty libraries that each pair is copied from. */
const createTemplates = async () => {
  using folder = emptyFolder()
  const postgres = await sharedPostgres()
  const name = `both_${process.pid}`
  // In this locale, and in most others, É has a small letter. To SQLite only A to Z have.
  await postgres.query(`CREATE DATABASE ${name} TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'`)
  const path = `${folder.path}/library.db`
  for (const url of [path, postgres.url(name)]) await (await openLibrary(url)).close()
  return { name, file: readFileSync(path) }
}

let templates: ReturnType<typeof createTemplates> | undefined

export const openBothEngines = async (): Promise<BothEngines> => {
  templates ??= createTemplates()
  const { name, file: content } = await templates
  const folder = emptyFolder()
  const path = `${folder.path}/library.db`
  writeFileSync(path, content)
  const database = await createTestDatabase(name)
  const file = await openLibrary(path)
  const postgres = await openLibrary(database.url)
  return {
    compare: async (name, work) => {
      const ofFile = await resultOf(work(file))
      const ofPostgres = await resultOf(work(postgres))
      if (ofFile !== ofPostgres) throw new Error(`${name}: PostgreSQL returned ${ofPostgres}, and the file ${ofFile}`)
      return ofFile
    },
    [Symbol.asyncDispose]: async () => {
      await file.close()
      await postgres.close()
      await database[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
