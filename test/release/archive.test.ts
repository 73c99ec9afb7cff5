import { afterAll, beforeAll, expect } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { listFiles as listFilesIn } from '../../scripts/release/listFiles.ts'
import { readReleaseVersion } from '../../scripts/release/version.ts'
import { completionScripts } from '../../src/program/completion/scripts.ts'
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

releaseTest('an archive has the documents and all files of deploy/ but those of the Debian package', async () => {
  const root = join(import.meta.dir, '../..')
  const deployed = [...new Bun.Glob('**').scanSync(join(root, 'deploy'))].filter((path) => !path.startsWith('debian/'))
  const sources = ['README.md', 'LICENSE', 'CHANGELOG.md', ...deployed.map((path) => `deploy/${path}`)]
  for (const source of sources) {
    const archived = Bun.file(join(unpacked, source.replace('deploy/', '')))
    expect([source, await archived.text()]).toEqual([source, await Bun.file(join(root, source)).text()])
  }
})

releaseTest('the executable in an archive runs, and prints the licences that are beside it', async () => {
  const executable = join(unpacked, 'music-library')
  expect(await runOk([executable, '--version'], temporary.path)).toBe(`${version}\n`)
  const licenses = await runOk([executable, 'licenses'], temporary.path)
  expect(licenses).toBe(await Bun.file(join(unpacked, 'THIRD-PARTY-LICENSES.txt')).text())
  for (const name of ['elysia ', '@mantine/core ', `Bun ${Bun.version}\n`]) expect(licenses).toContain(`\n${name}`)
})

releaseTest(
  'the completion scripts in an archive are those of the program, with the names that shells look for',
  async () => {
    const files = { bash: 'music-library.bash', zsh: '_music-library', fish: 'music-library.fish' }
    expect(readdirSync(join(unpacked, 'completions')).sort()).toEqual(Object.values(files).sort())
    for (const [shell, file] of Object.entries(files)) {
      const script = completionScripts[shell as keyof typeof completionScripts]
      expect(await Bun.file(join(unpacked, 'completions', file)).text()).toBe(script)
    }
  },
)

releaseTest('the sums are those of all files of the release', async () => {
  const folder = await builtRelease()
  const sums = await Bun.file(join(folder, 'SHA256SUMS')).text()
  const names = linesOf(sums).map((line) => line.split('  ')[1] ?? '')
  expect(names).toEqual(listFilesIn(folder).filter((file) => file !== 'SHA256SUMS'))
  await runOk(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], folder)
})
