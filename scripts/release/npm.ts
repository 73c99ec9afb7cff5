import { chmodSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { buildPackage } from '../package/buildPackage.ts'
import { buildPlatformPackage } from '../package/buildPlatformPackage.ts'
import { listFiles } from './listFiles.ts'
import type { Release, Step } from './release.ts'
import { createTar } from './tar.ts'

/**
 * `npm/music-library-VERSION.tgz` and, with `platformPackages`, for each target a package with its executable, on which the first one
 * depends. The names are those that `npm pack` gives them.
 */
export const writeNpmPackages: Step = async (release) => {
  mkdirSync(join(release.folder, 'npm'))
  const { platformPackages } = release
  await pack(release, `music-library-${release.version}`, (folder) => buildPackage(folder, { platformPackages }))
  if (!platformPackages) return
  for (const { target, path } of release.executables) {
    const name = `music-library-${target.name}-${release.version}`
    await pack(release, name, (folder) => buildPlatformPackage(target, path, folder))
  }
}

const executables = ['launcher.js', 'music-library', 'music-library.exe']

/** @param build - writes the content of the package into an empty folder */
const pack = async (release: Release, name: string, build: (folder: string) => Promise<void>) => {
  const { folder, work, date, compressionLevel } = release
  const parent = join(work, 'npm', name)
  // Package managers expect this folder.
  const entry = 'package'
  mkdirSync(join(parent, entry), { recursive: true })
  await build(join(parent, entry))
  for (const name of listFiles(parent))
    chmodSync(join(parent, name), executables.includes(basename(name)) ? 0o755 : 0o644)
  const tar = join(work, `${name}.tar`)
  await createTar(tar, { folder: parent, entry, date })
  const content = await promisify(gzip)(await Bun.file(tar).bytes(), { level: compressionLevel })
  await Bun.write(join(folder, 'npm', `${name}.tgz`), content)
}
