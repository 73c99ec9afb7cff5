// Runs all tests as on machines of strangers: `bun run test --machines [NAME]…`. Each run takes about as long as `bun run test`, and those of a slow
// machine three times as long. Without names it runs all of them. The last line counts the runs.

import { postgresPrograms } from '../support/packages.ts'
import { browserProgram } from '../support/shared/browser.ts'

interface Machine {
  /** The programs of test/packages.txt that it has; all that are installed here by default. */
  programs?: readonly string[]
  /** What comes before the command. */
  prefix?: readonly string[]
  /** How many loops keep its cores busy. */
  loops?: number
}

const machines: Record<string, Machine> = {
  bare: { programs: [] },
  chromium: { programs: [browserProgram] },
  postgres: { programs: postgresPrograms },
  'one-core': { prefix: ['taskset', '--cpu-list', '0'] },
  busy: { loops: 4 },
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in machines))
if (unknown !== undefined) {
  console.error(`There is no machine ${unknown}. They are: ${Object.keys(machines).join(', ')}.`)
  process.exit(2)
}

const startLoop = () => {
  const child = Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdio: ['ignore', 'ignore', 'ignore'] })
  return { [Symbol.dispose]: () => child.kill('SIGKILL') }
}

/** @returns whether no test has failed */
const runTests = async ({ programs, prefix = [], loops = 0 }: Machine) => {
  using stack = new DisposableStack()
  for (let n = 0; n < loops; n++) stack.use(startLoop())
  const child = Bun.spawn([...prefix, process.execPath, 'test/run.ts'], {
    env: { ...process.env, ...(programs && { TEST_PROGRAMS: programs.join() }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return (await child.exited) === 0
}

const counts = { passed: 0, failed: 0 }
for (const [name, machine] of Object.entries(machines)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`> ${name}`)
  const isPassed = await runTests(machine)
  counts[isPassed ? 'passed' : 'failed']++
  console.log(`> ${name}: ${isPassed ? 'no test has failed' : 'see the failures above'}`)
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
