import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DeflateOptions, zipSync } from 'fflate'
import { type ArchiveFile, listArchiveFiles } from './archiveFiles.ts'
import { runProgram } from './programs.ts'
import type { Release, Step } from './release.ts'
import { createTar } from './tar.ts'

/** `music-library-VERSION-TARGET.tar.xz`, and `.zip` for Windows: one folder of the same name, with the executable. */
export const writeArchives: Step = async (release) => {
  for (const executable of release.executables) {
    const name = `music-library-${release.version}-${executable.target.name}`
    const files = await listArchiveFiles(executable)
    if (executable.target.os === 'win32') await writeZip(release, name, files)
    else await writeTar(release, name, files)
  }
}

const writeTar = async ({ folder, work, date, compressionLevel }: Release, name: string, files: ArchiveFile[]) => {
  const parent = join(work, 'archives')
  for (const { name: path, content, mode } of files) {
    const file = join(parent, name, path)
    mkdirSync(dirname(file), { recursive: true })
    await Bun.write(file, content)
    chmodSync(file, mode)
  }
  const tar = join(work, `${name}.tar`)
  await createTar(tar, { folder: parent, entry: name, date })
  // xz writes other headers with one thread than with several, so their number and the size of their blocks are fixed.
  await runProgram(['xz', `-${compressionLevel}`, '--threads=2', '--block-size=24MiB', '--check=crc64', tar])
  await runProgram(['mv', `${tar}.xz`, folder])
}

const writeZip = async ({ folder, date, compressionLevel }: Release, name: string, files: ArchiveFile[]) => {
  const entries = await Promise.all(
    files.map(async ({ name: path, content }) => [`${name}/${path}`, await toBytes(content)] as const),
  )
  const options = { level: compressionLevel as DeflateOptions['level'], mtime: date } // The command line has checked the level.
  await Bun.write(join(folder, `${name}.zip`), zipSync(Object.fromEntries(entries), options))
}

const toBytes = (content: ArchiveFile['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content.bytes()
