// The long form of the test: `bun run test --crash [kills] [seed]`.
//   kills  how often to kill the server and checkpoints, and to write into the file of a served library; 100 by default. Each command is killed 0.3 times as
//          often, and ten times as many run beside a server.
//   seed   selects the writes and the moments of the kills; random by default
// With TEST_ENGINE=postgres, the library is in a database of PostgreSQL.

import { createRandom } from '../../src/base/random.ts'
import { engine } from '../support/engine.ts'
import { emptyFolder } from '../support/folder.ts'
import { overwriteServed, runBesides } from './foreignWrites.ts'
import { killCheckpoints } from './killCheckpoints.ts'
import { type KillScenario, killBackup, killSeed, killServer, killUpgrade } from './killScenarios.ts'

const defaultKills = 100
const commandKillRatio = 0.3
/** How many commands run beside a server for each time that it is killed. */
const commandsPerKill = 10
/** Seeds are below this number, so that they are short to type. */
const maxSeed = 1_000_000
const maxPrintedFailures = 20
/** Width of the column with the names of the scenarios, in characters. */
const nameWidth = 10

const [serverKills = defaultKills, seed = Date.now() % maxSeed] = process.argv.slice(2).map(Number)
const commandKills = Math.ceil(serverKills * commandKillRatio)
const random = createRandom(seed)
console.log(`Seed ${seed}`)

const scenarios: readonly (readonly [name: string, run: KillScenario, kills: number])[] = [
  ['serve', killServer, serverKills],
  ['seed', killSeed, commandKills],
  // Only files have older schemas, and can be written into.
  ...(engine === 'file'
    ? ([
        ['upgrade', killUpgrade, commandKills],
        ['checkpoint', killCheckpoints, serverKills],
        ['in place', overwriteServed, serverKills],
        ['beside', runBesides, serverKills * commandsPerKill],
      ] as const)
    : []),
  ['backup', killBackup, commandKills],
]
let failedCount = 0
for (const [name, run, requestedKills] of scenarios) {
  using folder = emptyFolder()
  const { kills, checked, failures } = await run(folder.path, requestedKills, random)
  console.log(`${name.padEnd(nameWidth)} ${kills} kills, ${checked} checked, ${failures.length} failures`)
  for (const failure of failures.slice(0, maxPrintedFailures)) console.log(`  ${failure}`)
  if (failures.length > 0) failedCount++
}
console.log(`${scenarios.length - failedCount} passed, ${failedCount} failed`)
process.exit(failedCount === 0 ? 0 : 1)
