import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programTest } from '../support/programs.ts'

const root = join(import.meta.dir, '../..')

/** The target that runs on the machines on which the tests run. */
export const testedTarget = 'linux-x64'

const programs = ['xz', 'dpkg-deb']

/** A test of the release. It is skipped where a program that makes releases is missing. */
export const releaseTest = programTest(...programs)

export const canBuildRelease = programs.every((program) => Bun.which(program))

/** The maximum time for `builtRelease`, in milliseconds. It takes 20 seconds, and far longer while the disk is busy with other tests. */
export const buildTimeoutMs = 240_000

let built: Promise<string> | undefined
let folder: string | undefined

/**
 * The folder with what `bun run release` makes for one target. It is built once for a test run.
 * It is compressed badly: that takes 5 seconds of CPU in place of 60, and nothing else differs.
 */
export const builtRelease = (): Promise<string> => {
  built ??= build()
  return built
}

/** Removes the folder. The test runner calls it after the last test, since it ends without `exit` events. */
export const removeRelease = () => {
  if (folder) rmSync(folder, { recursive: true, force: true })
}

const build = async () => {
  folder = mkdtempSync(join(tmpdir(), 'music-library-release-test-'))
  process.on('exit', removeRelease)
  const options = ['--target', testedTarget, '--compression-level', '0']
  const child = Bun.spawn([process.execPath, 'scripts/release.ts', folder, ...options], {
    cwd: root,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [errors, exitCode] = await Promise.all([child.stderr.text(), child.exited])
  if (exitCode !== 0) throw new Error(`The release can't be built: ${errors}`)
  return folder
}
