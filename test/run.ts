import { type FailedTest, parseCounts, parseFailed, parseSkipped, type SkippedTest } from './support/junitReport.ts'
import { findProgram, readPackages } from './support/packages.ts'

// Checks formatting, lint and types, then runs all tests. The last line counts the checks and tests together.
const checks = {
  'formatting and lint': ['node_modules/.bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  types: ['node_modules/.bin/tsc'],
  'types of the page at /docs': ['node_modules/.bin/tsc', '-p', 'src/docs/browser'],
  'types of the console': ['node_modules/.bin/tsc', '-p', 'web'],
}

const run = (command: string[]): number => Bun.spawnSync(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exitCode

const total = { passed: 0, failed: 0, skipped: 0 }
const skippedTests: SkippedTest[] = []
const failedTests: FailedTest[] = []

for (const [name, command] of Object.entries(checks)) {
  console.log(`> ${name}`)
  if (run(command) === 0) total.passed++
  else total.failed++
}

/**
 * Runs tests in a process of its own, and adds its numbers to the total.
 * @param engine - begins the names of the tests that have run on another engine than the default one
 * @returns what was printed, if `stdout` is `pipe`
 */
const runTests = async (name: string, args: string[], stdout: 'inherit' | 'pipe', engine = '') => {
  const reportPath = `${process.env.TMPDIR ?? '/tmp'}/music-library-tests-${name}-${process.pid}.xml`
  const reporter = ['--reporter=junit', `--reporter-outfile=${reportPath}`]
  // Those on another engine get the time that the tests on the default one leave, so they may take longer.
  const [priority, timeoutMs] = engine ? [['nice', '-n', '10'], 180_000] : [[], 60_000]
  const child = Bun.spawn([...priority, process.execPath, 'test', `--timeout=${timeoutMs}`, ...reporter, ...args], {
    stdio: ['ignore', stdout, stdout],
    ...(engine ? { env: { ...process.env, TEST_ENGINE: engine } } : {}),
  })
  const output = stdout === 'pipe' ? await Promise.all([child.stdout, child.stderr].map((pipe) => pipe?.text())) : []
  const exitCode = await child.exited
  const report = Bun.file(reportPath)
  const xml = (await report.exists()) ? await report.text() : ''
  if (await report.exists()) await report.delete()
  const counts = parseCounts(xml)
  // A run may also fail without a failed test, such as when a test file can't be loaded.
  if (!counts || (exitCode !== 0 && counts.failed === 0)) total.failed++
  total.passed += counts?.passed ?? 0
  total.failed += counts?.failed ?? 0
  total.skipped += counts?.skipped ?? 0
  const prefix = engine ? `${engine}: ` : ''
  skippedTests.push(...parseSkipped(xml).map((test) => ({ ...test, name: prefix + test.name })))
  failedTests.push(...parseFailed(xml).map((test) => ({ ...test, name: prefix + test.name })))
  return output.join('').replaceAll(/^\((pass|fail|skip)\) /gm, `$&${prefix}`)
}

/** These mostly wait for other processes, and take about as long as all others. So they run beside them, and are printed afterwards. */
const besides = ['test/browser/', 'test/cli/']
/** These run beside both, behind those on PostgreSQL: the three then take about the same time. */
const afterPostgres = ['test/docs/', 'test/package/']

/** These run on PostgreSQL, too. */
const onPostgres = ['test/contract/', 'test/crash/', 'test/cache/random.test.ts']
/** These need PostgreSQL. */
const ofNodes = 'test/nodes/'
const hasPostgres = findProgram('initdb') !== null

const runAllTests = async () => {
  // Each process below has its own.
  delete process.env.TEST_ENGINE
  const ignored = [...besides, ...afterPostgres, 'test/release/long/', ...(hasPostgres ? [ofNodes] : [])]
  const others = ignored.map((folder) => `--path-ignore-patterns=${folder}**`)
  const runThird = async () => {
    const output = hasPostgres ? await runTests('postgres', [...onPostgres, ofNodes], 'pipe', 'postgres') : ''
    return output + (await runTests('last', afterPostgres, 'pipe'))
  }
  const runs = [runTests('others', others, 'inherit'), runTests('beside', besides, 'pipe'), runThird()]
  for (const output of await Promise.all(runs)) if (output) console.log(output)
}

const paths = process.argv.slice(2)
if (paths.length > 0) await runTests('some', paths, 'inherit')
else await runAllTests()
if (total.skipped > 0) console.log(`${total.skipped} tests were skipped:`)
for (const { name } of skippedTests) console.log(`  ${name}`)
if (skippedTests.some(({ file }) => file.startsWith('test/browser/'))) {
  console.log('Those of test/browser need Chromium. CHROMIUM can name the path of one that is not on the PATH.')
}
if (paths.length === 0 && !hasPostgres)
  console.log(`Left out because there is no PostgreSQL: ${onPostgres.join(', ')} on it.`)
const missing = (await readPackages()).filter(({ program }) => !findProgram(program)).map((entry) => entry.package)
if (missing.length > 0 && (total.skipped > 0 || paths.length === 0))
  console.log(`Some tests need other programs. Install them with \`apt-get install ${missing.join(' ')}\`.`)
for (const { name, file, error } of failedTests)
  console.log([`(fail) ${name} (${file})`, ...(error ? error.split('\n') : [])].join('\n  '))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
