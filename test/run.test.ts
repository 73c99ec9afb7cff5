import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { formatFailures } from './support/failures.ts'
import { emptyFolder } from './support/folder.ts'
import { run } from './support/process.ts'
import { postgresTest, programTest } from './support/programs.ts'
import { parseTestFlags } from './support/testFlags.ts'

const support = join(import.meta.dir, 'support')

/** Runs `test/run.ts`, as `bun run test` does. */
const runTests = (args: string[], env?: Record<string, string>) =>
  run([process.execPath, 'test/run.ts', ...args], join(import.meta.dir, '..'), {
    // This run has measured it.
    env: { TEST_SLOWNESS: process.env.TEST_SLOWNESS ?? '1', ...env },
  })

/** Runs a test file, as `bun run test FILE` does. */
const runFile = async (content: string, env?: Record<string, string>, flags: string[] = []) => {
  using folder = emptyFolder()
  const file = join(folder.path, 'example.test.ts')
  await Bun.write(file, content)
  const { code, out } = await runTests([...flags, file], env)
  return { code, lines: out.replaceAll(folder.path, '/example').trimEnd().split('\n') }
}

test('a run ends with each failed test, its file and the command that repeats it alone; errors stand before', async () => {
  const { code, lines } = await runFile(`
    import { describe, expect, test } from 'bun:test'
    test('one and one', () => expect(1 + 1).toBe(2))
    describe('a sum', () => test('is (not) "wrong"', () => expect(1 + 1).toBe(3)))
    test.skip('later', () => {})`)
  expect(code).toBe(1)
  const end = lines.slice(lines.findLastIndex((line) => line.startsWith('is (not)')))
  expect(end.join('\n')).toMatch(/^is \(not\) "wrong" \(.*example\.test\.ts\)\n[\s\S]*Expected: 3\n *Received: 2/)
  expect(end).toContain('  later')
  expect(end.slice(-3)).toEqual([
    expect.stringMatching(/^\(fail\) is \(not\) "wrong" \(.*example\.test\.ts\)$/),
    expect.stringMatching(/^ {2}npx -y bun@1\.4\.5 run test \S*example\.test\.ts -t 'is .not. .wrong.\$'$/),
    '1 passed, 1 failed',
  ])
})

test.each([
  [1, 10, 1, "(fail) 10: npx -y bun@1.4.5 run test test/0.test.ts -t 'fails 0$|fails 1$|"],
  [40, 3, 18, '(fail) 69 in 23 more files: npx -y bun@1.4.5 run test test/17.test.ts test/18.test.ts '],
])(
  'failures in %d files, %d in each, take %d lines, the last of which names all that are left',
  (files, each, count, last) => {
    const failures = Array.from({ length: files * each }, (_, n) => ({
      name: `fails ${n}`,
      file: `test/${Math.floor(n / each)}.test.ts`,
      error: '',
      engine: '',
    }))
    const lines = formatFailures(failures)
    expect(lines).toHaveLength(count)
    expect(lines.at(-1)).toStartWith(last)
  },
)

postgresTest('a test that takes too long fails alone: those behind it still have what all tests share', async () => {
  const { code, lines } = await runFile(`
    import { postgresTest as test } from '${support}/programs.ts'
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

programTest('git')('a test finds a program only if it has asked for it, wherever it looks', async () => {
  const { code, lines } = await runFile(`
    import { expect, test } from 'bun:test'
    import { programPath } from '${support}/packages.ts'
    import { programTest } from '${support}/programs.ts'
    const findInShell = () => Bun.spawnSync(['sh', '-c', 'command -v git'], { env: process.env }).exitCode
    test('has not asked', () => {
      expect(() => programPath('git')).toThrow('has not asked')
      expect(() => Bun.spawnSync(['git', '--version'])).toThrow('not found')
      expect(findInShell()).toBe(127)
    })
    programTest('git')('has asked', () => {
      expect(Bun.spawnSync([programPath('git'), '--version']).exitCode).toBe(0)
      expect(findInShell()).toBe(0)
    })
    test('has not asked, after one that has', () => expect(findInShell()).toBe(127))`)
  expect([code, lines.at(-1)]).toEqual([0, '3 passed, 0 failed'])
})

test('a program that counts as missing skips the tests that need it, and the run names them', async () => {
  const text = `
    import { programTest } from '${support}/programs.ts'
    programTest('git')('needs git', () => {})`
  const { code, lines } = await runFile(text, { TEST_PROGRAMS: 'flac,nginx' })
  expect([code, lines.at(-1)]).toEqual([0, '0 passed, 0 failed'])
  const end = lines.slice(lines.indexOf('1 tests were skipped:'))
  expect(end[1]).toBe('  needs git')
  expect(end.find((line) => line.includes('apt-get install'))).toMatch(/ git /)
})

test('--long runs tests in their long form', async () => {
  const text = `
    import { expect, test } from 'bun:test'
    import { isLongForm } from '${support}/longForm.ts'
    test('is long', () => expect(isLongForm).toBe(true))`
  expect((await runFile(text, {}, ['--long'])).lines.at(-1)).toBe('1 passed, 0 failed')
})

test('the form of tests that a flag names is the program of its folder, with its own arguments', async () => {
  expect(await runTests(['--machines', 'nowhere'])).toMatchObject({
    code: 2,
    err: 'There is no machine nowhere. They are: bare, chromium, postgres, one-core, busy.\n',
  })
})

test('a wrong flag ends with what is wrong and the usage, before anything runs', async () => {
  const { code, out, err } = await runTests(['--crsh'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toStartWith("Unknown option '--crsh'")
  expect(err).toContain('The forms are crash, nodes, hostile, machines, release, breaks, long, random, browser:')
  expect(err).not.toMatch(/^\s+at /m)
})

test.each([
  [['--crash', '--nodes'], '--crash and --nodes are two forms of tests: give one.'],
  [['--hostile', '-t', 'liked'], '--hostile selects no tests by -t, and is not repeated by --watch.'],
])('%j is refused', (args, problem) => {
  expect(() => parseTestFlags(args)).toThrow(problem)
})
