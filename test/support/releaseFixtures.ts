import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  compressedFiles,
  configFile,
  type FixtureContents,
  type FixtureManifest,
  passwordFile,
} from '../../scripts/release/fixture/manifest.ts'

const releases = join(import.meta.dir, '../fixtures/releases')

/** The versions that have a fixture: what their executable wrote. */
export const releaseVersions = readdirSync(releases)

export const readManifest = (version: string): FixtureManifest =>
  JSON.parse(readFileSync(join(releases, version, 'manifest.json'), 'utf8'))

/** Writes the files of a fixture into a folder, as they were when the version wrote them. @returns what it responded and printed */
export const unpackFixture = async (version: string, folder: string): Promise<FixtureContents> => {
  const read = (name: string) => Bun.file(join(releases, version, name))
  for (const name of compressedFiles) {
    const content = Bun.gunzipSync(await read(`${name}.gz`).bytes())
    await Bun.write(join(folder, name), content, { mode: 0o600 })
  }
  for (const name of [configFile, passwordFile]) await Bun.write(join(folder, name), read(name), { mode: 0o600 })
  return Bun.file(join(folder, 'contents.json')).json()
}
