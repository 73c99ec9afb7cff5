import { chmodSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hashFile } from '../hashFile.ts'
import { runProgram } from '../programs.ts'
import type { Target } from '../targets.ts'

// Of the package libc6 of Debian 12. It is pinned, so that the image is the same bytes until these lines change. When Debian has a newer
// one, its mirrors no longer have this one: put the version and the SHA-256 of both files here. Until then the release uses the newer
// one, and says so.
const version = '2.36-9+deb12u14'
const architectures = {
  x64: {
    name: 'amd64',
    sha256: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
    folder: 'lib/x86_64-linux-gnu',
    loader: 'lib64/ld-linux-x86-64.so.2',
  },
  arm64: {
    name: 'arm64',
    sha256: '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
    folder: 'lib/aarch64-linux-gnu',
    loader: 'lib/ld-linux-aarch64.so.1',
  },
}

/** The user of the image. Volumes keep the number, so it never changes. */
export const userId = 65_532

/** The folder of the library in the image, which belongs to the user. */
export const libraryFolder = 'var/lib/music-library'

/** The libraries that the executable is linked with, and the loader. */
const libraries = /^(ld-linux-.*|lib(c|m|dl|pthread)\.so\.\d+)$/

/**
 * Fills a folder with what the executable needs around it: glibc, the names of the users, and folders to write into.
 * @param work - a new folder for what is downloaded
 * @throws Error if the package can't be downloaded, or has another content
 */
export const createBase = async (root: string, cpu: Target['cpu'], work: string): Promise<void> => {
  const { folder, loader } = architectures[cpu]
  const unpacked = join(work, 'libc6')
  await runProgram(['dpkg-deb', '--extract', await downloadLibc(cpu, work), unpacked])
  const names = readdirSync(join(unpacked, folder)).filter((name) => libraries.test(name))
  const copied = [...names.map((name) => join(folder, name)), loader, 'usr/share/doc/libc6/copyright']
  for (const path of copied) cpSync(join(unpacked, path), join(root, path), { verbatimSymlinks: true })
  const user = `music-library:x:${userId}:${userId}:music-library:/${libraryFolder}:/usr/sbin/nologin`
  await Bun.write(join(root, 'etc/passwd'), `root:x:0:0:root:/:/usr/sbin/nologin\n${user}\n`)
  await Bun.write(join(root, 'etc/group'), `root:x:0:\nmusic-library:x:${userId}:\n`)
  for (const path of ['proc', 'tmp', dirname(libraryFolder)]) mkdirSync(join(root, path), { recursive: true })
  chmodSync(join(root, 'tmp'), 0o1777)
}

/** Asks the mirrors of this machine's own configuration, with lists of its own: this machine may be of another architecture. */
const downloadLibc = async (cpu: Target['cpu'], work: string) => {
  const { name, sha256 } = architectures[cpu]
  for (const path of ['state/lists/partial', 'cache/archives/partial', 'status'])
    mkdirSync(join(work, path), { recursive: true })
  const settings = [
    `Dir::State=${join(work, 'state')}`,
    'Dir::State::status=/dev/null',
    `Dir::Cache=${join(work, 'cache')}`,
    `APT::Architecture=${name}`,
    `APT::Architectures=${name}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ]
  const apt = ['apt-get', '--quiet=2', ...settings.flatMap((setting) => ['--option', setting])]
  await runProgram([...apt, 'update'])
  const download = (pinned: string) => runProgram([...apt, 'download', `libc6${pinned}`], { cwd: work })
  const isPinned = await download(`=${version}`).then(
    () => true,
    () => false,
  )
  if (!isPinned) await download('')
  const file = join(work, readdirSync(work).find((entry) => entry.endsWith('.deb')) ?? '')
  const actual = await hashFile(file)
  if (!isPinned)
    console.log(
      `The mirrors have no libc6 ${version} for ${name} any more, so the image contains ${basename(file)}. Put its version and its SHA-256, ${actual}, into scripts/release/image/base.ts.`,
    )
  else if (actual !== sha256)
    throw new Error(`libc6 ${version} for ${name} has the SHA-256 ${actual}, and not ${sha256}.`)
  return file
}
