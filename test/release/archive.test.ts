import { afterAll, beforeAll, expect } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { listFiles as listFilesIn } from '../../scripts/release/listFiles.ts'
import { readReleaseVersion } from '../../scripts/release/version.ts'
import { emptyFolder } from '../support/folder.ts'
import { runOk } from '../support/process.ts'
import { askingFor } from '../support/programs.ts'
import { buildTimeoutMs, testedTarget } from '../support/shared/release.ts'
import { builtRelease, canBuildRelease, releasePrograms, releaseTest } from './built.ts'
import { linesOf } from './output.ts'

const name = `music-library-${version}-${testedTarget}`
const temporary = emptyFolder()
const unpacked = join(temporary.path, name)

const unpack = async () => {
  if (!canBuildRelease) return
  const packed = join(await builtRelease(), `${name}.tar.xz`)
  await runOk(['sh', '-c', `xz --decompress --stdout '${packed}' > archive.tar && tar xf archive.tar`], temporary.path)
}

beforeAll(askingFor(releasePrograms, unpack), buildTimeoutMs)
afterAll(() => temporary[Symbol.dispose]())

releaseTest(
  'an archive has one folder of its own name, with files of root that have the date of the release',
  async () => {
    const list = ['tar', '--list', '--verbose', '--numeric-owner', '--full-time', '--utc', '--file', 'archive.tar']
    const lines = linesOf(await runOk(list, temporary.path))
    const date = (await readReleaseVersion()).date.toISOString().replace('T', ' ').slice(0, 19)
    const entries = lines.map((line) => /^(\S+) (\S+) +\d+ (\S+ \S+) (.+)$/.exec(line)?.slice(1) ?? [line])
    const expected = listFiles().map((path) => {
      const mode = path.endsWith('/') ? 'drwxr-xr-x' : path === 'music-library' ? '-rwxr-xr-x' : '-rw-r--r--'
      return [mode, '0/0', date, `${name}/${path}`]
    })
    expect(entries.sort()).toEqual([['drwxr-xr-x', '0/0', date, `${name}/`], ...expected].sort())
  },
)

/** The paths in the unpacked archive. Those of folders end in a slash. */
const listFiles = () =>
  (readdirSync(unpacked, { recursive: true }) as string[]).map((path) =>
    statSync(join(unpacked, path)).isDirectory() ? `${path}/` : path,
  )

releaseTest('an archive has the documents, the unit and the configuration of the repository', async () => {
  const sources: Record<string, string> = {
    'README.md': 'README.md',
    LICENSE: 'LICENSE',
    'CHANGELOG.md': 'CHANGELOG.md',
    'music-library.service': 'deploy/music-library.service',
    'music-library.toml': 'deploy/music-library.toml',
    'music-library.sysusers': 'deploy/music-library.sysusers',
    'compose.yaml': 'deploy/compose.yaml',
    Caddyfile: 'deploy/Caddyfile',
    'scaling/compose.yaml': 'deploy/scaling/compose.yaml',
    'scaling/Caddyfile': 'deploy/scaling/Caddyfile',
    'scaling/create-library.sql': 'deploy/scaling/create-library.sql',
    'prometheus-rules.yml': 'deploy/prometheus-rules.yml',
    'music-library-scan.service': 'deploy/music-library-scan.service',
    'music-library-scan.timer': 'deploy/music-library-scan.timer',
    'music-library-offsite.service': 'deploy/music-library-offsite.service',
    'music-library-offsite.timer': 'deploy/music-library-offsite.timer',
  }
  const root = join(import.meta.dir, '../..')
  for (const [path, source] of Object.entries(sources))
    expect(await Bun.file(join(unpacked, path)).text()).toBe(await Bun.file(join(root, source)).text())
})

releaseTest('the executable in an archive runs, and prints the licences that are beside it', async () => {
  const executable = join(unpacked, 'music-library')
  expect(await runOk([executable, '--version'], temporary.path)).toBe(`${version}\n`)
  const licenses = await runOk([executable, 'licenses'], temporary.path)
  expect(licenses).toBe(await Bun.file(join(unpacked, 'THIRD-PARTY-LICENSES.txt')).text())
  expect(licenses).toContain('\nelysia ')
  expect(licenses).toContain('\n@mantine/core ')
  expect(licenses).toContain(`\nBun ${Bun.version}\n`)
  expect(licenses).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE')
})

releaseTest('the completion scripts in an archive are those that its executable prints', async () => {
  const files = { bash: 'music-library.bash', zsh: '_music-library', fish: 'music-library.fish' }
  expect(readdirSync(join(unpacked, 'completions')).sort()).toEqual(Object.values(files).sort())
  for (const [shell, file] of Object.entries(files)) {
    const printed = await runOk([join(unpacked, 'music-library'), 'completion', shell], temporary.path)
    expect(await Bun.file(join(unpacked, 'completions', file)).text()).toBe(printed)
  }
})

releaseTest('sha256sum accepts what was downloaded, and not what was changed', async () => {
  const folder = await builtRelease()
  const sums = await Bun.file(join(folder, 'SHA256SUMS')).text()
  const names = linesOf(sums).map((line) => line.split('  ')[1] ?? '')
  expect(names).toEqual(listFilesIn(folder).filter((file) => file !== 'SHA256SUMS'))
  using download = emptyFolder()
  const sbom = `music-library-${version}.cdx.json`
  await Bun.write(join(download.path, 'SHA256SUMS'), sums)
  await Bun.write(join(download.path, sbom), Bun.file(join(folder, sbom)))
  const check = ['sha256sum', '--check', '--ignore-missing', 'SHA256SUMS']
  const other = names.find((name) => name !== sbom) ?? ''
  await Bun.write(join(download.path, other), Bun.file(join(folder, other)))
  expect(await runOk(check, download.path)).toBe(`${sbom}: OK\n${other}: OK\n`)
  await Bun.write(join(download.path, sbom), '{}')
  await expect(runOk(check, download.path)).rejects.toThrow('did NOT match')
})
