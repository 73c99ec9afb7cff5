import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLibrary } from '../../src/library/open.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { seedText } from '../support/seedText.ts'

/** The number of tracks in the sample catalogue. */
export const sampleTrackCount = 229

/** Creates a library with the sample catalogue, and leaves it open. */
export const openSampleLibrary = async (folder: string, name = 'library.db') => {
  const path = join(folder, name)
  const database = await openLibrary(path)
  await seedText(database, sampleCatalogue())
  return { path, database }
}

/** Overwrites two pages in the middle of a database. */
export const damage = async (path: string) => {
  const bytes = Buffer.from(await Bun.file(path).bytes())
  bytes.fill(0xaa, 40_960, 49_152)
  writeFileSync(path, bytes)
}
