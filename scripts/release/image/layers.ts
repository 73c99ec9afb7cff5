import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'fflate'
import { licensesFile } from '../../buildLicenses.ts'
import { hashFile } from '../hashFile.ts'
import type { Executable, Release } from '../release.ts'
import { createTar } from '../tar.ts'
import { createBase, libraryFolder, userId } from './base.ts'

/** A layer of the image. */
export interface Layer {
  /** The compressed tar file. */
  bytes: Uint8Array
  /** The SHA-256 of the tar file. */
  uncompressed: string
}

/** The path of the executable in the image. */
export const programPath = '/usr/bin/music-library'

/** The layers of the image for a platform: the base, which seldom changes, the folder of the library, and the program. */
export const createLayers = async (
  { date, compressionLevel, work }: Release,
  { target, path }: Executable,
): Promise<Layer[]> => {
  const folder = join(work, 'image', target.name)
  const createLayer = async (name: string, entry = '.', owner = 0): Promise<Layer> => {
    const tar = join(folder, `${name}.tar`)
    await createTar(tar, { folder: join(folder, name), entry, date, owner })
    // In JavaScript, since zlib's output depends on the processor.
    const level = compressionLevel as 6 // The command line has checked it.
    return { bytes: gzipSync(await Bun.file(tar).bytes(), { level, mtime: 0 }), uncompressed: await hashFile(tar) }
  }
  const base = join(folder, 'base')
  await createBase(base, target.cpu, join(folder, 'packages'))

  const library = join(folder, 'library', libraryFolder)
  mkdirSync(library, { recursive: true })
  chmodSync(library, 0o700)

  const program = join(folder, 'program', programPath)
  const licenses = join(folder, 'program/usr/share/doc/music-library/THIRD-PARTY-LICENSES.txt')
  for (const file of [program, licenses]) mkdirSync(dirname(file), { recursive: true })
  cpSync(path, program)
  chmodSync(program, 0o755)
  cpSync(licensesFile, licenses)
  return [await createLayer('base'), await createLayer('library', libraryFolder, userId), await createLayer('program')]
}
