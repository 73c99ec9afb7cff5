import { join } from 'node:path'
import { runOk } from '../process.ts'

const root = join(import.meta.dir, '../../..')

/** The target that runs on the machines on which the tests run. */
export const testedTarget = 'linux-x64'

/** It takes 20 seconds, and far longer while the disk is busy with other tests. */
export const buildTimeoutMs = 240_000

/** It is compressed badly: that takes 5 seconds of CPU in place of 60, and nothing else differs. */
export const buildRelease = async (folder: string) => {
  const options = ['--target', testedTarget, '--platform-packages', '--compression-level', '0']
  await runOk([process.execPath, 'scripts/release.ts', folder, ...options], root, { timeoutMs: buildTimeoutMs })
  return { text: folder }
}
