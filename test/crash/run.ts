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

const [serverKills = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const commandKills = Math.ceil(serverKills * 0.3)
const random = createRandom(seed)
console.log(`Seed ${seed}`)

const scenarios: [name: string, run: KillScenario, kills: number][] = [
  ['serve', killServer, serverKills],
  ['seed', killSeed, commandKills],
  ['backup', killBackup, commandKills],
]
// Only files have older schemas, and can be written into.
if (engine === 'file')
  scenarios.push(
    ['upgrade', killUpgrade, commandKills],
    ['checkpoint', killCheckpoints, serverKills],
    ['in place', overwriteServed, serverKills],
    ['beside', runBesides, serverKills * 10],
  )
let failedCount = 0
for (const [name, run, requestedKills] of scenarios) {
  using folder = emptyFolder()
  const { kills, checked, failures } = await run(folder.path, requestedKills, random)
  console.log(`${name}: ${kills} kills, ${checked} checked, ${failures.length} failures`)
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
  failedCount += failures.length
}
process.exit(failedCount === 0 ? 0 : 1)
