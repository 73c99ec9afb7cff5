import { chmodSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { projectHome } from '../../src/base/projectHome.ts'
import { type DebFile, listDebFiles } from './deb/files.ts'
import { runProgram } from './programs.ts'
import type { Executable, Release, Step } from './release.ts'

const templates = resolve(import.meta.dir, '../../deploy/debian')
const readTemplate = (name: string) => Bun.file(join(templates, name)).text()

/** What Debian calls the processors. */
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** `music-library_VERSION_ARCHITECTURE.deb` for each glibc target of Linux. */
export const writeDebs: Step = async (release) => {
  for (const executable of release.executables) {
    const { os, libc, cpu } = executable.target
    const architecture = architectures[cpu]
    if (os === 'linux' && libc === 'glibc' && architecture) await writeDeb(release, executable, architecture)
  }
}

const writeDeb = async (release: Release, executable: Executable, architecture: string) => {
  const { version, date, work, folder, compressionLevel } = release
  const control = await readTemplate('control')
  const maintainer = /^Maintainer: (.*)$/m.exec(control)?.[1] ?? ''
  const files = await listDebFiles(release, executable, maintainer)
  const size = files.reduce((total, { content }) => total + kibibytes(content), 0)
  const generated = {
    Package: 'music-library',
    Version: version,
    Architecture: architecture,
    'Installed-Size': size,
    ...(projectHome && { Homepage: projectHome }),
  }
  const fields = Object.entries(generated).map(([name, value]) => `${name}: ${value}\n`)
  const scripts = await Promise.all(
    ['postinst', 'prerm', 'postrm'].map(async (name) => memberFile(name, await readTemplate(name), 0o755)),
  )
  const conffiles = files.flatMap(({ path }) => (path.startsWith('etc/') ? `/${path}\n` : []))
  const members: DebFile[] = [
    memberFile('control', fields.join('') + control),
    memberFile('conffiles', conffiles.join('')),
    memberFile('md5sums', await describeSums(files)),
    ...scripts,
  ]
  const tree = join(work, 'deb', architecture)
  await writeTree(tree, [...files, ...members], date)
  await runProgram(
    ['dpkg-deb', '--root-owner-group', ...compressionOptions(compressionLevel), '--build', tree, folder],
    { env: { SOURCE_DATE_EPOCH: String(date.getTime() / 1000) } },
  )
}

/**
 * With zstd it would take a fifth of the time, for a file that is 4 % larger. But the archives of Debian, and lintian, accept
 * only xz. One thread gives other bytes than several, so their number is fixed.
 */
const compressionOptions = (level: number) => (level === 0 ? ['-Znone'] : ['-Zxz', `-z${level}`, '--threads-max=2'])

const kibibytes = (content: DebFile['content']) =>
  Math.ceil((content instanceof Uint8Array ? content.byteLength : content.size) / 1024)

const memberFile = (name: string, text: string, mode = 0o644): DebFile => ({
  path: `DEBIAN/${name}`,
  content: new TextEncoder().encode(text),
  mode,
})

const describeSums = async (files: DebFile[]) => {
  const lines = files.map(async ({ path, content }) => {
    const bytes = content instanceof Uint8Array ? content : await content.bytes()
    return `${Bun.MD5.hash(bytes, 'hex')}  ${path}\n`
  })
  return (await Promise.all(lines)).join('')
}

/** Writes the files. Their modes and times do not depend on the machine: dpkg-deb takes them over. */
const writeTree = async (tree: string, files: DebFile[], date: Date) => {
  const folders = new Set([tree])
  for (const { path, content, mode } of files) {
    const file = join(tree, path)
    for (let folder = dirname(file); folder !== tree; folder = dirname(folder)) folders.add(folder)
    mkdirSync(dirname(file), { recursive: true })
    await Bun.write(file, content)
    chmodSync(file, mode)
    utimesSync(file, date, date)
  }
  for (const folder of folders) {
    chmodSync(folder, 0o755)
    utimesSync(folder, date, date)
  }
}
