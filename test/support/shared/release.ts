import { join } from 'node:path'
import { emptyFolder } from '../folder.ts'
import { isLongForm } from '../longForm.ts'
import { runOk } from '../process.ts'

const root = join(import.meta.dir, '../../..')

/** The target that runs on the machines on which the tests run. */
export const testedTarget = 'linux-x64'

/** It takes 20 seconds, and far longer while the disk is busy with other tests. */
export const buildTimeoutMs = 240_000

/**
 * In the short form it is without npm packages, and its executable is a script that starts the one of the tests: to compile and to
 * compress another one takes most of the time of a release.
 */
export const buildRelease = async (folder: string, readExecutable: () => Promise<string>) => {
  if (isLongForm) return buildWhole(folder)
  const executable = await readExecutable()
  using work = emptyFolder()
  const path = join(work.path, 'music-library')
  await Bun.write(path, `#!/bin/sh\nexec '${executable}' "$@"\n`, { mode: 0o755 })
  const [{ targets }, { readReleaseVersion }, { listSources }, ...steps] = await Promise.all([
    import('../../../scripts/release/targets.ts'),
    import('../../../scripts/release/version.ts'),
    import('../../../scripts/buildLicenses.ts'),
    import('../../../scripts/release/archives.ts').then(({ writeArchives }) => writeArchives),
    import('../../../scripts/release/deb.ts').then(({ writeDebs }) => writeDebs),
    import('../../../scripts/release/sbom.ts').then(({ writeSbom }) => writeSbom),
    import('../../../scripts/release/securityTxt.ts').then(({ writeSecurityTxt }) => writeSecurityTxt),
    import('../../../scripts/release/checksums.ts').then(({ writeChecksums }) => writeChecksums),
  ])
  const sources = await listSources()
  const executables = targets.flatMap((target) => (target.name === testedTarget ? [{ target, path, sources }] : []))
  const input = { ...(await readReleaseVersion()), executables, platformPackages: false, compressionLevel: 0 }
  for (const step of steps) await step({ ...input, folder, work: work.path })
  return { text: folder }
}

/** It is compressed badly: that takes 5 seconds of CPU in place of 60, and nothing else differs. */
const buildWhole = async (folder: string) => {
  const options = ['--target', testedTarget, '--platform-packages', '--compression-level', '0']
  await runOk([process.execPath, 'scripts/release.ts', folder, ...options], root, { timeoutMs: buildTimeoutMs })
  return { text: folder }
}
