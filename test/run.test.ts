import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from './support/folder.ts'
import { run } from './support/process.ts'
import { postgresTest } from './support/programs.ts'

const support = join(import.meta.dir, 'support')

/** Runs a test file with `test/run.ts`, as `bun run test FILE` does. */
const runFile = async (content: string) => {
  using folder = emptyFolder()
  const file = join(folder.path, 'example.test.ts')
  await Bun.write(file, content)
  const { code, out } = await run([process.execPath, 'test/run.ts', file], join(import.meta.dir, '..'))
  return { code, lines: out.replaceAll(folder.path, '/example').trimEnd().split('\n') }
}

test('a run ends with each failed test, its error, and the command that repeats it alone', async () => {
  const { code, lines } = await runFile(`
    import { describe, expect, test } from 'bun:test'
    test('one and one', () => expect(1 + 1).toBe(2))
    describe('a sum', () => test('is (not) "wrong"', () => expect(1 + 1).toBe(3)))
    test.skip('later', () => {})`)
  expect(code).toBe(1)
  const end = lines.slice(lines.indexOf('1 tests were skipped:'))
  expect(end.slice(0, 2)).toEqual(['1 tests were skipped:', '  later'])
  const [failure, ...error] = end.slice(end.findIndex((line) => line.startsWith('(fail)')))
  expect(failure).toMatch(/^\(fail\) is \(not\) "wrong" \(.*example\.test\.ts\)$/)
  expect(error.join('\n')).toMatch(/Expected: 3\n *Received: 2/)
  expect(error.at(-2)).toMatch(/^ {2}npx -y bun@1\.4\.5 run test \S*example\.test\.ts -t 'is .not. .wrong.\$'$/)
  expect(error.at(-1)).toBe('1 passed, 1 failed')
})

postgresTest('a test that takes too long fails alone: those behind it still have what all tests share', async () => {
  const { code, lines } = await runFile(`
    import { test } from 'bun:test'
    import { sharedPostgres } from '${support}/testDatabase.ts'
    const read = async () => {
      await (await sharedPostgres()).query('SELECT 1')
    }
    test('reads', read)
    test('hangs', async () => {
      await read()
      await new Promise(() => {})
    }, 500)
    test('reads again', read)`)
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('(fail)')).at(-1)).toMatch(/^\(fail\) hangs \(.*\)$/)
  expect(lines.at(-1)).toBe('2 passed, 1 failed')
})
