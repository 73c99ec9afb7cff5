import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '../../src/library/file/backup.ts'
import { openLibrary } from '../../src/library/open.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { createFolder, fixtureTest } from '../support/fixtureTest.ts'
import { emptyFolder } from '../support/folder.ts'
import { seedText } from '../support/seedText.ts'

/** The number of tracks in the sample catalogue. */
export const sampleTrackCount = 229

/** Seeds the library that each of them is copied from. */
const build = async () => {
  using folder = emptyFolder()
  const [path, backup] = [join(folder.path, 'library.db'), join(folder.path, 'backup.db')]
  const database = await openLibrary(path)
  await seedText(database, sampleCatalogue())
  await database.close()
  // A backup is one file, without a WAL.
  await backUp(path, backup)
  return await Bun.file(backup).bytes()
}

let built: ReturnType<typeof build> | undefined

/** Creates a library with the sample catalogue, which nothing has opened. */
export const createSampleLibrary = async (path: string) => {
  built ??= build()
  writeFileSync(path, await built)
}

/** A folder with a library that has the sample catalogue, and with a backup of it. Nothing has opened the library. */
export const createSampleFolder = async () => {
  const folder = createFolder()
  const backup = folder.file('backup.db')
  for (const path of [folder.path, backup]) await createSampleLibrary(path)
  return { ...folder, backup }
}

/** A test with a library of the sample catalogue in a file, and a backup of it. */
export const sampleTest = fixtureTest(createSampleFolder)

/** Overwrites two pages in the middle of a database. */
export const damage = async (path: string) => {
  const bytes = Buffer.from(await Bun.file(path).bytes())
  bytes.fill(0xaa, 40_960, 49_152)
  writeFileSync(path, bytes)
}
