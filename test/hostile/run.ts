// The long form of the test: `bun run test --hostile [requests] [seed] [index]`.
//   requests  how many test cases to send; 12,000 by default
//   seed      selects the test cases; random by default
//   index     sends `requests` test cases from this index on, and runs nothing else

import { createRandom } from '../../src/base/random.ts'
import { emptyFolder } from '../support/folder.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { type BadClients, disconnectingClients, truncatingClients } from './badClients.ts'
import { findExpensiveFiles } from './fileCost.ts'
import { findExcessiveCost } from './inputCost.ts'
import { largestInputs } from './largestInputs.ts'
import { checkLongWork, longAmounts } from './longWork/checks.ts'
import { longRequests } from './longWork/requests.ts'
import { sendConcurrently, sendSequentially } from './runner.ts'
import { maxMemoryGrowthBytes, startServerUnderTest } from './serverUnderTest.ts'

const [requests = 12_000, seed = Date.now() % 1_000_000, firstIndex] = process.argv.slice(2).map(Number)
console.log(`Seed ${seed}`)

using folder = emptyFolder()
await using server = await startServerUnderTest(folder.path)
let failedCount = 0

/** Runs a part of the test, prints its failures, and checks that the server still responds. */
const runPart = async (name: string, part: () => Promise<string[]>) => {
  const start = performance.now()
  const failures = await part().catch((error) => [String(error)])
  await server.assertResponsive().catch((error) => failures.push(String(error)))
  failedCount += failures.length
  console.log(`${name}: ${failures.length} failures, ${Math.round((performance.now() - start) / 1000)} s`)
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
}

const clients: [name: string, run: BadClients, count: number][] = [
  ['truncating', truncatingClients, 500],
  ['disconnecting', disconnectingClients, 500],
]

/** A server of their own gets the largest inputs: many of them are valid, and write. */
const sendLargestInputs = async () => {
  using ownFolder = emptyFolder()
  await using ownServer = await startServerUnderTest(ownFolder.path)
  const failures: string[] = []
  for (const input of largestInputs(await readDocument())) failures.push(...(await findExcessiveCost(ownServer, input)))
  await ownServer.assertResponsive()
  return failures
}

// So that caches and compiled code are part of the first measurement.
await sendSequentially(server, 1, 0, 200)
const memoryBefore = server.memoryBytes()
await runPart('sequential requests', () => sendSequentially(server, seed, firstIndex ?? 0, requests))
if (firstIndex === undefined) {
  await runPart('concurrent requests', () => sendConcurrently(server, seed, requests, Math.ceil(requests / 4)))
  const random = createRandom(seed)
  for (const [name, run, count] of clients)
    await runPart(`${name} clients`, async () => {
      await run(server, count, random)
      return []
    })
}
await runPart('memory', async () => {
  const isReleased = await server.waitUntil(() => server.memoryBytes() < memoryBefore + maxMemoryGrowthBytes)
  return isReleased ? [] : [`of ${memoryBefore} bytes before, it has ${server.memoryBytes()} afterwards`]
})
if (firstIndex === undefined) {
  using files = emptyFolder()
  await runPart('largest inputs', sendLargestInputs)
  await runPart('large files', () => findExpensiveFiles(files.path))
  await runPart('long work', async () =>
    checkLongWork(files.path, longAmounts, longRequests(await readDocument(), longAmounts.tracks)),
  )
}
const atStop = await server.stopAndCheck().catch((error) => [String(error)])
for (const failure of atStop) console.log(`  stop: ${failure}`)
failedCount += atStop.length

console.log(`To repeat this run: bun run test --hostile ${requests} ${seed}. To send one test case, add its index.`)
console.log(`${failedCount} failures`)
process.exitCode = failedCount === 0 ? 0 : 1
