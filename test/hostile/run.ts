// The long form of the test: `bun run test --hostile [requests] [seed] [index]`.
//   requests  how many test cases to send; 12,000 by default
//   seed      selects the test cases; random by default
//   index     sends `requests` test cases from this index on, and runs nothing else

import { createRandom } from '../../src/base/random.ts'
import { emptyFolder } from '../support/folder.ts'
import { readDocument } from '../support/openApiDocument.ts'
import {
  type BadClients,
  disconnectingClients,
  idleClients,
  nonReadingClients,
  pipeliningClients,
  slowClients,
  stalledClients,
  truncatingClients,
} from './badClients.ts'
import { holdingClients, maxBodyBytes, tinyChunkClients } from './bodyClients.ts'
import { findExpensiveFiles } from './fileCost.ts'
import { findExcessiveCost } from './inputCost.ts'
import { largestInputs } from './largestInputs.ts'
import { checkLongWork, longAmounts } from './longWork/checks.ts'
import { longRequests } from './longWork/requests.ts'
import { formatOutcomeTable } from './outcomeTable.ts'
import { maxConcurrency, RunReport, sendConcurrently, sendSequentially } from './runner.ts'
import { maxMemoryGrowthBytes, startServerUnderTest } from './serverUnderTest.ts'
import { stopBusyServer } from './stops.ts'

const defaultRequests = 12_000
/** How many servers are stopped while clients send requests, and the number of their clients. */
const busyStops = 200
const clientsPerStop = 32
/** Seeds are below this number, so that they are short to type. */
const maxSeed = 1_000_000
/** Test cases sent before memory is measured, so that caches and compiled code are part of the first measurement. */
const warmUpRequests = 200
const warmUpSeed = 1
const maxPrintedFailures = 20
/** Width of the column with the names of the parts, in characters. */
const nameWidth = 14

const [requests = defaultRequests, seed = Date.now() % maxSeed, firstIndex = 0] = process.argv.slice(2).map(Number)
const indexIsGiven = process.argv.length > 4
console.log(`Seed ${seed}`)

using folder = emptyFolder()
await using server = await startServerUnderTest(folder.path)
const report = new RunReport()
const startedAt = performance.now()
const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** Runs a part of the test, prints its summary, and checks that the server still responds. */
const runPart = async (name: string, part: () => Promise<string>) => {
  try {
    console.log(`${name.padEnd(nameWidth)} ${await part()} (${elapsed()})`)
    await server.assertResponsive()
  } catch (error) {
    report.failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

const stopBusyServers = async () => {
  let [answered, unanswered, badStops] = [0, 0, 0]
  for (let stop = 0; stop < busyStops; stop++) {
    using folder = emptyFolder()
    const result = await stopBusyServer(folder.path, clientsPerStop)
    answered += result.answered
    unanswered += result.unanswered
    if (result.unanswered > 0) badStops++
  }
  const text = `${busyStops} stops: ${answered} requests had a response, ${unanswered} had none`
  if (unanswered > 0) throw new Error(`${text}, in ${badStops} of the stops`)
  return text
}

/** A server of their own gets the largest inputs: many of them are valid, and write. */
const sendLargestInputs = async () => {
  using ownFolder = emptyFolder()
  await using ownServer = await startServerUnderTest(ownFolder.path)
  const inputs = largestInputs(await readDocument())
  for (const input of inputs) report.failures.push(...(await findExcessiveCost(ownServer, input)))
  await ownServer.assertResponsive()
  return `${inputs.length} inputs at half and at full size`
}

/** A server of the sources, which says how long its turns are. */
const doLongWork = async () => {
  using ownFolder = emptyFolder()
  const requests = longRequests(await readDocument(), longAmounts.tracks)
  report.failures.push(...(await checkLongWork(ownFolder.path, longAmounts, requests)))
  return `${requests.length} requests, with ${longAmounts.tracks} tracks and ${longAmounts.entries} entries of the audit trail`
}

const readLargeFiles = async () => {
  using files = emptyFolder()
  const { count, failures } = await findExpensiveFiles(files.path)
  report.failures.push(...failures)
  return `${count} files`
}

await sendSequentially(server, warmUpSeed, 0, warmUpRequests, new RunReport())
const memoryBefore = server.memoryBytes()

await runPart('sequential', async () => {
  await sendSequentially(server, seed, firstIndex, requests, report)
  return `${report.requestCount} requests`
})
if (!indexIsGiven) {
  await runPart('concurrent', async () => {
    const countBefore = report.requestCount
    await sendConcurrently(server, seed, requests, Math.ceil(requests / 4), report)
    return `${report.requestCount - countBefore} requests, ${maxConcurrency} at once`
  })
  const random = createRandom(seed)
  const badClients: [name: string, run: BadClients, count: number][] = [
    ['idle', idleClients, 10_000],
    ['slow', slowClients, 100],
    ['stalled', stalledClients, 100],
    ['truncating', truncatingClients, 500],
    ['disconnecting', disconnectingClients, 500],
    ['not reading', nonReadingClients, 100],
    ['pipelining', pipeliningClients, 20],
    ['tiny chunks', tinyChunkClients(maxBodyBytes), 10],
    ['holding', holdingClients, 1_000],
  ]
  for (const [name, run, count] of badClients) await runPart(name, () => run(server, count, random))
}
await runPart('memory', async () => {
  const memoryAtEnd = server.memoryBytes()
  const released = await server.waitUntil(() => server.memoryBytes() < memoryBefore + maxMemoryGrowthBytes)
  const values = [memoryBefore, memoryAtEnd, server.memoryBytes()]
  const text = values.map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(', ')
  if (!released) throw new Error(`the server did not release its memory: ${text}`)
  return `before, at the end, and after the release: ${text}`
})
if (!indexIsGiven) await runPart('largest inputs', sendLargestInputs)
if (!indexIsGiven) await runPart('large files', readLargeFiles)
if (!indexIsGiven) await runPart('long work', doLongWork)
if (!indexIsGiven) await runPart('stopping', stopBusyServers)
report.failures.push(...(await server.stopAndCheck().catch((error) => [`stop: ${error}`])))

console.log(`\n${formatOutcomeTable(report.outcomes)}\n`)
for (const failure of report.failures.slice(0, maxPrintedFailures)) console.log(`  ${failure}`)
if (report.failures.length > 0) console.log(`To repeat this run: bun run test --hostile ${requests} ${seed}`)
console.log(`To send one test case: bun run test --hostile 1 ${seed} <its index>`)
console.log(`${report.requestCount} requests, ${report.failures.length} failures, ${elapsed()}`)
process.exitCode = report.failures.length === 0 ? 0 : 1
