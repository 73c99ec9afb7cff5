import { expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

const script = join(import.meta.dir, '../../scripts/release.ts')

test('a wrong argument of a release is rejected with one line', async () => {
  using folder = emptyFolder()
  const { code, out, err } = await run([process.execPath, script, '--target', 'linux-mips'], folder.path)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^There is no target linux-mips\. There are linux-x64, .*\n$/)
})

test('a release without xz says which package has it', async () => {
  using folder = emptyFolder()
  for (const program of ['apt-get', 'dpkg-deb', 'tar']) symlinkSync(Bun.which('true') ?? '', join(folder.path, program))
  const { code, err } = await run([process.execPath, script], folder.path, { env: { PATH: folder.path } })
  expect([code, err]).toEqual([1, 'A release needs xz. Install it: apt-get install xz-utils\n'])
})
