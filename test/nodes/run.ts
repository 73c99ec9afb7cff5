// The long form of the tests of several nodes: `bun run test --nodes [comparisons] [stops] [seed]`. Each node runs the executable.
//   comparisons  how many responses to compare with what is stored; 100,000 by default
//   stops        how often to stop PostgreSQL at once, and how often to kill a node; 100 by default
//   seed         selects the requests and the moments of the disturbances; random by default

import { startPostgres } from '../support/postgres.ts'
import { startCluster } from './cluster.ts'
import { startProcess } from './node.ts'
import { writeWhileStopping } from './nothingLost.ts'
import { compareRandomly } from './randomCache.ts'

const [comparisons = 100_000, stops = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
console.log(`Seed ${seed}`)

const compareResponses = async () => {
  await using postgres = await startPostgres()
  await using cluster = await startCluster(postgres, startProcess)
  const run = { cluster, comparisons, seed, kills: true, maxDisturbanceMs: 5_000, maxPauseMs: 15_000 }
  return (await compareRandomly(run)).stale
}

const stopServers = async () => {
  await using postgres = await startPostgres()
  await using cluster = await startCluster(postgres, startProcess)
  return (await writeWhileStopping({ cluster, postgres, stops, kills: stops, seed })).failures
}

let failedCount = 0
for (const [name, scenario] of [
  ['cache', compareResponses],
  ['stops', stopServers],
] as const) {
  const failures = await scenario()
  console.log(`${name}: ${failures.length} failures`)
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
  failedCount += failures.length
}
process.exit(failedCount === 0 ? 0 : 1)
