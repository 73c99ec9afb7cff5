// Checks formatting, lint and types, and runs the tests: `bun run test [--watch] [-t pattern] [path]…`, or a long form of them: docs/development.md.
//   --watch     runs them again when a file changes that they import; without the checks
//   -t pattern  only the tests whose name matches it; without the checks
//   path        only the tests of this folder or file; without the checks
// TEST_ENGINE=postgres runs the tests of these paths on PostgreSQL. The last line counts the checks and tests together.
import { measureSlowness } from './support/bounds.ts'
import { type Failure, formatErrors, formatFailures } from './support/failures.ts'
import { emptyFolder } from './support/folder.ts'
import { parseReport } from './support/junitReport.ts'
import { findProgram, postgresPrograms, readPackages } from './support/packages.ts'
import { serveSharedValues } from './support/shared/server.ts'
import { parseTestFlags } from './support/testFlags.ts'
import { createTestPath } from './support/testPath.ts'

const readFlags = () => {
  try {
    return parseTestFlags(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

const { program, paths, ...flags } = readFlags()
if (program) {
  // Each reads its own arguments, without the flag that names it.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...paths)
  await import(`./${program}/run.ts`)
  process.exit()
}
if (flags.long) process.env.TEST_LONG = '1'
// It reads the variable when it is loaded.
const { isLongForm } = await import('./support/longForm.ts')

const checks = {
  'formatting and lint': ['node_modules/.bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  types: ['node_modules/.bin/tsc'],
  'types of the console': ['node_modules/.bin/tsc', '-p', 'web'],
}

/** More than cores: tests often wait for other processes, for the disk and for timeouts. */
const workerCount = 6
/** For an idle machine with two cores, in milliseconds. Few tests have a bound of their own. */
const testTimeoutMs = isLongForm ? 1_800_000 : 240_000
/** The duration of each file in the last run, so that the longest ones start first. */
const timingsFile = 'node_modules/.test-timings.json'

/**
 * These run on PostgreSQL, too. In the short form these are the tests of what an engine could do in another way: of writes, constraints,
 * orders, texts, and what happens at the same time.
 */
const onPostgres = isLongForm
  ? [
      'test/contract/',
      'test/crash/',
      'test/cache/random.test.ts',
      'test/cleanup/slewedClock.test.ts',
      'test/history/undo/',
      'test/audit/parts.test.ts',
      'test/library/longWork.test.ts',
      'test/search/longOrders.test.ts',
    ]
  : [
      'test/contract/concurrency',
      'test/contract/decisions-records.test.ts',
      'test/contract/decisions-strings.test.ts',
      'test/contract/ifMatch.test.ts',
      'test/contract/lateEnd.test.ts',
      'test/contract/like.test.ts',
      'test/contract/track.test.ts',
      'test/cleanup/slewedClock.test.ts',
      'test/history/undo/undo.test.ts',
      'test/audit/parts.test.ts',
      'test/library/longWork.test.ts',
      'test/search/longOrders.test.ts',
    ]
/** They take half an hour, and run only if a path names them. */
const longForms = 'test/release/long/'

const pattern = flags.pattern === undefined ? [] : ['-t', flags.pattern]
const isWholeRun = paths.length === 0 && pattern.length === 0 && !flags.watch

const total = { passed: 0, failed: 0 }
const skippedTests: { name: string; file: string }[] = []
const failures: Failure[] = []
const failedChecks: string[] = []

const run = async (command: string[], env = process.env): Promise<number> =>
  Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'], env }).exited

/** Like `run`, for a command beside which another one prints: what it prints comes at its end. */
const runBeside = async (command: string[], env = process.env): Promise<number> => {
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()])
  process.stdout.write(out + error)
  return child.exited
}

const runChecks = async () => {
  for (const [name, command] of Object.entries(checks)) {
    const exitCode = await runBeside(command)
    console.log(`> ${name}: ${exitCode === 0 ? 'passed' : 'failed'}`)
    if (exitCode === 0) total.passed++
    else {
      total.failed++
      failedChecks.push(name)
    }
  }
}

/** Runs tests in several processes, and adds their numbers to the total. @param engine - '' for the default one */
const runTests = async (args: string[], sharedEnv: Record<string, string>, { engine = '', start = run } = {}) => {
  using folder = emptyFolder()
  const report = `${folder.path}/report.xml`
  const parallel = [`--parallel=${engine ? 1 : workerCount}`, '--no-isolate', `--timings=${timingsFile}`]
  const options = [
    `--timeout=${Math.round(testTimeoutMs * slowness)}`,
    ...(flags.watch ? ['--watch'] : parallel),
    ...(isWholeRun && engine === '' && !isLongForm ? ['--update-timings'] : []),
    ...(paths.some((path) => path.includes(longForms)) ? [] : [`--path-ignore-patterns=${longForms}**`]),
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ]
  const env = { ...process.env, ...sharedEnv, ...(engine && { TEST_ENGINE: engine }) }
  const exitCode = await start([process.execPath, 'test', ...options, ...pattern, ...args], env)
  const file = Bun.file(report)
  const { counts, failed, skipped } = parseReport((await file.exists()) ? await file.text() : '')
  // A run may also fail without a failed test, such as when a test file can't be loaded.
  if (!counts || (exitCode !== 0 && counts.failed === 0)) total.failed++
  total.passed += counts?.passed ?? 0
  total.failed += counts?.failed ?? 0
  const prefix = engine ? `${engine}: ` : ''
  // Bun also reports those as skipped whose names do not match the pattern.
  if (pattern.length === 0) skippedTests.push(...skipped.map((test) => ({ ...test, name: prefix + test.name })))
  failures.push(...failed.map((test) => ({ ...test, engine: engine || (process.env.TEST_ENGINE ?? '') })))
}

const hasPostgres = postgresPrograms.every((program) => findProgram(program) !== null)

/** The checks and the tests on PostgreSQL run beside the others, which leave a quarter of two cores idle: they wait for timers, disks and processes. */
const runAll = async (sharedEnv: Record<string, string>) => {
  const runOthers = async () => {
    await runChecks()
    if (hasPostgres) await runTests(onPostgres, sharedEnv, { engine: 'postgres', start: runBeside })
  }
  await Promise.all([runTests([], sharedEnv), runOthers()])
}

const printSummary = async () => {
  for (const error of formatErrors(failures)) console.log(error)
  if (skippedTests.length > 0) console.log(`${skippedTests.length} tests were skipped:`)
  for (const { name } of skippedTests) console.log(`  ${name}`)
  if (skippedTests.some(({ file }) => file.startsWith('test/browser/')))
    console.log('Those of test/browser need Chromium. CHROMIUM can name the path of one that is not on the PATH.')
  if (isWholeRun && !hasPostgres)
    console.log(`Left out because there is no PostgreSQL: ${onPostgres.join(', ')} on it.`)
  const missing = (await readPackages()).filter(({ program }) => !findProgram(program)).map((entry) => entry.package)
  if (missing.length > 0 && (skippedTests.length > 0 || isWholeRun))
    console.log(`Some tests need other programs. Install them with \`apt-get install ${missing.join(' ')}\`.`)
  if (skippedTests.length > 0 && process.getuid?.() !== 0)
    console.log('Some tests mount file systems, or change users. They run as root, on Linux.')
  for (const name of failedChecks) console.log(`(fail) ${name}: see the output of "> ${name}"`)
  for (const line of formatFailures(failures)) console.log(line)
  console.log(`${total.passed} passed, ${total.failed} failed`)
}

await using sharedValues = serveSharedValues()
using testPath = await createTestPath()
// Before anything else runs.
const slowness = Number(process.env.TEST_SLOWNESS ?? (await measureSlowness()))
const testEnv = { ...sharedValues.env, ...testPath.env, TEST_SLOWNESS: `${slowness}` }
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    testPath[Symbol.dispose]()
    await sharedValues[Symbol.asyncDispose]()
    process.exit(1)
  })
}
if (isWholeRun) {
  // They take a while, and many tests wait for them.
  sharedValues.prepare('executable')
  sharedValues.prepare('package')
  // Each run below has its own.
  delete process.env.TEST_ENGINE
  await runAll(testEnv)
} else {
  await runTests(paths, testEnv)
}
await printSummary()
process.exitCode = total.failed === 0 ? 0 : 1
