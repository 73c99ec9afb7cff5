// Everything that has to hold: formatting and lint, types, then all tests. The last line counts them.
const steps = {
  'formatting and lint': ['node_modules/.bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  types: ['node_modules/.bin/tsc'],
}

let failed = 0
for (const [name, command] of Object.entries(steps)) {
  console.log(`> ${name}`)
  if (run(command) !== 0) failed++
}

const report = `${process.env.TMPDIR ?? '/tmp'}/music-library-tests-${process.pid}.xml`
const code = run([
  process.execPath,
  'test',
  '--timeout=60000',
  '--reporter=junit',
  `--reporter-outfile=${report}`,
  ...process.argv.slice(2),
])
const counts = await Bun.file(report)
  .text()
  .then(countsIn, () => undefined)
await Bun.file(report)
  .delete()
  .catch(() => {})

// A run that ended badly without a failed test, such as one that never started, has failed all the same.
failed += counts?.failed || (code === 0 && counts ? 0 : 1)
console.log(
  `${(counts?.passed ?? 0) + Object.keys(steps).length - (failed - (counts?.failed ?? 0))} passed, ${failed} failed`,
)
process.exitCode = failed === 0 ? 0 : 1

function run(command: string[]): number {
  return Bun.spawnSync(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exitCode
}

function countsIn(xml: string) {
  const total = /<testsuites [^>]*tests="(\d+)"[^>]*failures="(\d+)" skipped="(\d+)"/.exec(xml)
  if (!total) return
  const [tests, failed, skipped] = total.slice(1).map(Number) as [number, number, number] // the groups of the pattern
  return { passed: tests - failed - skipped, failed }
}

export {}
