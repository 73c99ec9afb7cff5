import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runOk } from '../support/process.ts'

const root = join(import.meta.dir, '../..')
const timeoutMs = 1_500_000

let temporary: string | undefined
let built: Promise<string> | undefined

/** The folder with a release of all targets: the one that RELEASE_FOLDER names, or else one that is built once for a test run. */
export const fullRelease = (): Promise<string> => {
  const { RELEASE_FOLDER } = process.env
  built ??= RELEASE_FOLDER ? Promise.resolve(RELEASE_FOLDER) : buildRelease(root, 'release')
  return built
}

/** The same from a copy of the sources in another folder. */
export const fullReleaseOfCopy = async (): Promise<string> => {
  const copy = join(temporaryFolder(), 'a copy', 'of the sources')
  const files = (await runOk(['git', 'ls-files', '-z'], root)).split('\0').filter((file) => file !== '')
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  await runOk([process.execPath, 'scripts/setup.ts'], copy, { timeoutMs })
  return await buildRelease(copy, 'release of the copy')
}

/** For tests that unpack large files. It is removed with the release. */
export const temporaryFolder = (): string => {
  temporary ??= mkdtempSync(join(tmpdir(), 'music-library-full-release-'))
  return temporary
}

const buildRelease = async (sources: string, name: string) => {
  process.on('exit', removeFullRelease)
  const folder = join(temporaryFolder(), name)
  await runOk([process.execPath, 'scripts/release.ts', folder, '--platform-packages'], sources, { timeoutMs })
  return folder
}

/** The test runner calls it after the last test, since it ends without `exit` events. */
export const removeFullRelease = () => {
  if (temporary) rmSync(temporary, { recursive: true, force: true })
}

/** Unpacks the archive of a target once. @returns the folder in it */
export const unpackArchive = async (target: string): Promise<string> => {
  const release = await fullRelease()
  const file = readdirSync(release).find((entry) =>
    new RegExp(`^music-library-\\d.*-${target}\\.(tar\\.xz|zip)$`).test(entry),
  )
  if (!file) throw new Error(`The release has no archive for ${target}.`)
  const folder = join(temporaryFolder(), target)
  mkdirSync(folder, { recursive: true })
  const unpack = file.endsWith('.zip') ? ['python3', '-m', 'zipfile', '-e'] : ['tar', '-xf']
  await runOk([...unpack, join(release, file), ...(file.endsWith('.zip') ? [folder] : ['-C', folder])], folder, {
    timeoutMs,
  })
  return join(folder, readdirSync(folder)[0] ?? '')
}
