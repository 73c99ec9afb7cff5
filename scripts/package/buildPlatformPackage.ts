import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../../package.json'
import { licensesFile } from '../buildLicenses.ts'
import type { Target } from '../release/targets.ts'
import { platformPackageName } from './platformPackage.ts'

const root = resolve(import.meta.dir, '../..')

/** Makes the package with the executable for a platform. @param folder - a new folder */
export const buildPlatformPackage = async (target: Target, executable: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(platformManifest(target), null, 2)}\n`)
  cpSync(executable, join(folder, target.executable))
  chmodSync(join(folder, target.executable), 0o755)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(licensesFile, join(folder, 'THIRD-PARTY-LICENSES.txt'))
}

const platformManifest = (target: Target) => ({
  name: platformPackageName(target),
  version: manifest.version,
  description: `The executable of music-library for ${target.name}.`,
  license: manifest.license,
  os: [target.os],
  cpu: [target.cpu],
  ...(target.libc && { libc: [target.libc] }),
  // An executable can't be run from inside an archive.
  preferUnplugged: true,
  // By default a package with a scope is published for members only.
  publishConfig: { access: 'public' },
})
