import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ArchiveFile, listArchiveFiles } from '../archiveFiles.ts'
import type { Executable, Release } from '../release.ts'
import { debianChangelog } from './changelog.ts'
import { debianCopyright } from './copyright.ts'

/** A file in the Debian package. */
export interface DebFile {
  /** Without a leading slash. */
  path: string
  content: Uint8Array | Bun.BunFile
  mode: number
}

const doc = 'usr/share/doc/music-library'

/** Where the files of an archive lie. What ends in .gz is compressed. */
const archivePaths: Record<string, string> = {
  'music-library': 'usr/bin/music-library',
  'music-library.service': 'usr/lib/systemd/system/music-library.service',
  'music-library.sysusers': 'usr/lib/sysusers.d/music-library.conf',
  'music-library.toml': 'etc/music-library.toml',
  'music-library.1': 'usr/share/man/man1/music-library.1.gz',
  'completions/music-library.bash': 'usr/share/bash-completion/completions/music-library',
  'completions/_music-library': 'usr/share/zsh/vendor-completions/_music-library',
  'completions/music-library.fish': 'usr/share/fish/vendor_completions.d/music-library.fish',
  'prometheus-rules.yml': `${doc}/examples/prometheus-rules.yml`,
  'music-library-scan.service': `${doc}/examples/music-library-scan.service`,
  'music-library-scan.timer': `${doc}/examples/music-library-scan.timer`,
  'music-library-offsite.service': `${doc}/examples/music-library-offsite.service`,
  'music-library-offsite.timer': `${doc}/examples/music-library-offsite.timer`,
  'README.md': `${doc}/README.md`,
  'CHANGELOG.md': `${doc}/CHANGELOG.md.gz`,
}

/** The licences are part of the file `copyright`. The others are for containers. */
const notPlaced = [
  'LICENSE',
  'THIRD-PARTY-LICENSES.txt',
  'compose.yaml',
  'Caddyfile',
  'Containerfile',
  'scaling/compose.yaml',
  'scaling/Caddyfile',
  'scaling/create-library.sql',
]

const root = resolve(import.meta.dir, '../../..')
const readText = (path: string) => Bun.file(join(root, path)).text()

/**
 * What the package contains, for one executable.
 * @param maintainer - `Name <address>`
 * @throws Error if an archive has a file without a place in the package
 */
export const listDebFiles = async (
  { version, date }: Release,
  executable: Executable,
  maintainer: string,
): Promise<DebFile[]> => {
  const archive = await listArchiveFiles(executable)
  const read = async (name: string) => await textOf(find(archive, name))
  const copyright = debianCopyright(await read('LICENSE'), await read('THIRD-PARTY-LICENSES.txt'))
  const texts: Record<string, string> = {
    [`${doc}/changelog.gz`]: debianChangelog(version, date, maintainer),
    [`${doc}/copyright`]: copyright,
    [`${doc}/README.Debian`]: await readText('deploy/debian/README.Debian'),
    'usr/share/lintian/overrides/music-library': await readText('deploy/debian/lintian-overrides'),
  }
  return [
    ...(await Promise.all(archive.filter(({ name }) => !notPlaced.includes(name)).map(placeArchiveFile))),
    ...Object.entries(texts).map(([path, text]) => ({ path, content: encode(path, text), mode: 0o644 })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const find = (archive: ArchiveFile[], name: string) => {
  const file = archive.find((entry) => entry.name === name)
  if (!file) throw new Error(`The archive has no ${name}, which the Debian package needs.`)
  return file
}

const textOf = async ({ content }: ArchiveFile) => (typeof content === 'string' ? content : await content.text())

const placeArchiveFile = async (file: ArchiveFile): Promise<DebFile> => {
  const { name, content, mode } = file
  if (name.startsWith('docs/')) return { path: `${doc}/${name}`, content: content as Bun.BunFile, mode }
  const path = archivePaths[name]
  if (path === undefined)
    throw new Error(`${name} has no place in the Debian package: add it to scripts/release/deb/files.ts.`)
  if (name === 'music-library') return { path, content: content as Bun.BunFile, mode }
  const text = await textOf(file)
  return { path, content: encode(path, name === 'music-library.service' ? useInstalledProgram(text) : text), mode }
}

const encode = (path: string, text: string): Uint8Array =>
  path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : new TextEncoder().encode(text)

/** The unit in the repository is for the executable of the archive, which lies in /usr/local/bin. */
const useInstalledProgram = (unit: string) => unit.replaceAll('/usr/local/bin/music-library', '/usr/bin/music-library')
