import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runBinary, serveBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

test('serve --seed seeds a file into a new library, and leaves one with records alone', async () => {
  using folder = emptyFolder()
  await Bun.write(join(folder.path, 'catalogue.json'), '{"labels":[{"name":"Impulse!"},{"name":"ECM"}]}')
  const args = ['--database', 'library.db', '--seed', 'catalogue.json']
  const first = await serveBinary(args, { cwd: folder.path })
  expect(first.output).toContain('2 labels')
  await first.stop()
  await Bun.write(join(folder.path, 'catalogue.json'), '{"labels":[{"name":"Verve"}]}')
  await using second = await serveBinary(args, { cwd: folder.path })
  await second.waitForOutput('The library has records already, so catalogue.json was left out.')
  expect(second.output).toContain('2 labels')
})

test.each([
  [['--seed', 'missing.json'], 1, 'There is no file missing.json.'],
  [['--seed', 'wrong.json'], 1, 'The catalogue has 1 problem, the first at 1:12 /labels/0'],
  [['--seed', 'wrong.json', '--sample'], 2, "option '--seed <file>' cannot be used with option '--sample'"],
])('serve %p ends with one line', async (args, expectedCode, message) => {
  using folder = emptyFolder()
  await Bun.write(join(folder.path, 'wrong.json'), '{"labels":[{}]}')
  const { code, err } = await runBinary(['serve', '--database', ':memory:', '--port', '0', ...args], {
    cwd: folder.path,
  })
  expect(code).toBe(expectedCode)
  expect(err).toStartWith('music-library: ')
  expect(err).toContain(message)
  expect(err.trimEnd()).not.toContain('\n')
})
