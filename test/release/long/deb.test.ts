import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { emptyFolder } from '../../support/folder.ts'
import { runOk } from '../../support/process.ts'
import { debPaths } from '../debPaths.ts'
import { linesOf, newestGlibc } from '../output.ts'

const timeoutMs = 300_000
const root = join(import.meta.dir, '../../..')
const temporary = emptyFolder()
const folder = join(temporary.path, 'release')
const debs = ['amd64', 'arm64'].map((architecture) => `music-library_${version}_${architecture}.deb`)

beforeAll(async () => {
  const targets = ['--target', 'linux-x64', '--target', 'linux-arm64', '--compression-level', '0']
  await runOk([process.execPath, 'scripts/release.ts', folder, ...targets], root, { timeoutMs: 200_000 })
}, 220_000)
afterAll(() => temporary[Symbol.dispose]())

test('the package for arm64 has the same files, and an executable for arm64 that runs with the same libraries', async () => {
  const tree = join(temporary.path, 'tree')
  await runOk(['dpkg-deb', '--raw-extract', join(folder, debs[1] ?? ''), tree], temporary.path)
  const files = await runOk(['find', '.', '-type', 'f', '!', '-path', './DEBIAN/*', '-printf', '%P\n'], tree)
  expect(linesOf(files).sort()).toEqual([...debPaths].sort())
  const control = await Bun.file(join(tree, 'DEBIAN/control')).text()
  expect(control).toContain('\nArchitecture: arm64\n')
  expect(control).toContain('\nDepends: libc6 (>= 2.17), ')
  const executable = await Bun.file(join(tree, 'usr/bin/music-library')).bytes()
  // e_machine in the header of ELF: 183 is AArch64.
  expect(executable[18]).toBe(183)
  expect(await newestGlibc(join(tree, 'usr/bin/music-library'))).toBe(17)
})

test.skipIf(!Bun.which('lintian'))(
  'lintian has no error and no warning but for how the runtime was built',
  async () => {
    // These packages are not compressed, which is a matter of seconds here.
    const tags = 'uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball'
    const options = ['--allow-root', '--fail-on', 'error,warning', '--suppress-tags', tags]
    expect(await runOk(['lintian', ...options, ...debs], folder, { timeoutMs })).toBe('')
  },
  timeoutMs,
)
