import { expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { run } from '../support/process.ts'

const script = join(import.meta.dir, '../../scripts/release.ts')

const cases: [args: string[], message: string][] = [
  [['--target', 'linux-mips'], 'There is no target linux-mips. There are linux-x64, '],
  [['--compression-level', 'best'], 'The compression level is "best". It must be a digit.'],
  [[import.meta.dir], `${import.meta.dir} is not empty. Name a new folder.`],
]

test.each(everyNth(cases, 3))('a release with %p is rejected with one line', async (args, message) => {
  using folder = emptyFolder()
  const { code, out, err } = await run([process.execPath, script, ...args], folder.path)
  expect([code, out.includes('MB')]).toEqual([1, false])
  expect(err).toStartWith(message)
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('a release without xz says which package has it', async () => {
  using folder = emptyFolder()
  for (const program of ['apt-get', 'dpkg-deb', 'tar']) symlinkSync(Bun.which('true') ?? '', join(folder.path, program))
  const { code, err } = await run([process.execPath, script], folder.path, { env: { PATH: folder.path } })
  expect([code, err]).toEqual([1, 'A release needs xz. Install it: apt-get install xz-utils\n'])
})
