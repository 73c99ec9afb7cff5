// The long form: `bun run test:hostile [requests] [seed] [first]`, 12,000 requests by default.

import { emptyFolder } from '../support/folder.ts'
import { numbers } from '../support/random.ts'
import { sendEach, sendTogether, Tally } from './cases.ts'
import { breakingOff, type Conduct, goingAway, idle, notReading, pipelining, silent, slow } from './conduct.ts'
import { startServer } from './server.ts'
import { statuses } from './statuses.ts'

const [requests = 12_000, seed = Date.now() % 1_000_000, first = 0] = process.argv.slice(2).map(Number)
const alone = process.argv.length > 4
console.log(`Seed ${seed}`)

using folder = emptyFolder()
await using server = await startServer(folder.path)
const tally = new Tally()
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

const part = async (name: string, work: () => Promise<string>) => {
  try {
    console.log(`${name.padEnd(12)} ${await work()} (${seconds()})`)
    await server.answers()
  } catch (error) {
    tally.faults.push(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

// The first requests make what the server keeps for good.
await sendEach(server, 1, 0, 200, new Tally())
const before = server.memory()

await part('one by one', async () => {
  await sendEach(server, seed, first, requests, tally)
  return `${tally.requests} requests`
})
if (!alone) {
  await part('together', async () => {
    const sent = tally.requests
    await sendTogether(server, seed, requests, Math.ceil(requests / 4), tally)
    return `${tally.requests - sent} requests, 16 at once`
  })
  const random = numbers(seed)
  const behaviours: [name: string, Conduct, count: number][] = [
    ['idle', idle, 10_000],
    ['slow', slow, 100],
    ['silent', silent, 100],
    ['breaking off', breakingOff, 500],
    ['going away', goingAway, 500],
    ['not reading', notReading, 100],
    ['pipelining', pipelining, 20],
  ]
  for (const [name, conduct, count] of behaviours) await part(name, () => conduct(server, count, random))
}
await part('memory', async () => {
  const peak = server.memory()
  const back = await server.comesTo(() => server.memory() < before + 150_000_000)
  const text = [before, peak, server.memory()].map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(', ')
  if (!back) throw new Error(`it did not come back: ${text}`)
  return `before, at the end, and then: ${text}`
})
tally.faults.push(...(await server.end().catch((error) => [`the end: ${error}`])))

console.log(`\n${statuses(tally.outcomes)}\n`)
for (const fault of tally.faults.slice(0, 20)) console.log(`  ${fault}`)
if (tally.faults.length > 0) console.log(`Repeat it with: bun run test:hostile ${requests} ${seed}`)
console.log(`A request alone: bun run test:hostile 1 ${seed} <its number>`)
console.log(`${tally.requests} requests, ${tally.faults.length} faults, ${seconds()}`)
process.exitCode = tally.faults.length === 0 ? 0 : 1
