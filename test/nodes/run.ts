// The long form of the tests of several nodes: `bun run test --nodes [comparisons] [stops] [seed]`. Each node runs the executable.
//   comparisons  how many responses to compare with what is stored; 100,000 by default
//   stops        how often to stop PostgreSQL at once, and how often to kill a node; 100 by default
//   seed         selects the requests and the moments of the disturbances; random by default

import { binary } from '../support/binary.ts'
import { startPostgres } from '../support/postgres.ts'
import { startCluster } from './cluster.ts'
import { startProcess } from './node.ts'
import { writeWhileStopping } from './nothingLost.ts'
import { compareRandomly } from './randomCache.ts'

/** Seeds are below this number, so that they are short to type. */
const maxSeed = 1_000_000
const progressMs = 30_000
const maxPrintedFailures = 20

const [comparisons = 100_000, stops = 100, seed = Date.now() % maxSeed] = process.argv.slice(2).map(Number)
console.log(`Seed ${seed}`)

/** Returns a function that prints figures from time to time. */
const createProgress = () => {
  let printedAt = performance.now()
  return (figures: object) => {
    if (performance.now() - printedAt < progressMs) return
    printedAt = performance.now()
    console.log(`  ${JSON.stringify(figures)}`)
  }
}

const compareResponses = async () => {
  await using postgres = await startPostgres()
  await using cluster = await startCluster(postgres, startProcess([await binary()]))
  const run = {
    cluster,
    comparisons,
    seed,
    kills: true,
    maxDisturbanceMs: 5_000,
    maxPauseMs: 15_000,
    onProgress: createProgress(),
  }
  const { stale, ...figures } = await compareRandomly(run)
  return { figures, failures: stale }
}

const stopServers = async () => {
  await using postgres = await startPostgres()
  await using cluster = await startCluster(postgres, startProcess([await binary()]))
  const run = { cluster, postgres, stops, kills: stops, seed, onProgress: createProgress() }
  const { failures, ...figures } = await writeWhileStopping(run)
  return { figures, failures }
}

let failedCount = 0
for (const [name, scenario, count] of [
  ['cache', compareResponses, comparisons],
  ['stops', stopServers, stops],
] as const) {
  if (count === 0) continue
  const { figures, failures } = await scenario()
  console.log(`${name}: ${JSON.stringify(figures)}, ${failures.length} failures`)
  for (const failure of failures.slice(0, maxPrintedFailures)) console.log(`  ${failure}`)
  if (failures.length > 0) failedCount++
}
console.log(failedCount === 0 ? 'All passed.' : `${failedCount} failed.`)
process.exit(failedCount === 0 ? 0 : 1)
