import { expect, test } from 'bun:test'
import { createRandom } from '../../src/base/random.ts'
import { admin } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { disconnectingClients, truncatingClients } from './badClients.ts'
import { buildJsonRequest } from './httpRequest.ts'
import { checkLongWork, longAmounts } from './longWork/checks.ts'
import { longRequests } from './longWork/requests.ts'
import { RawConnection } from './rawConnection.ts'
import { generatorCount, sendConcurrently, sendSequentially } from './runner.ts'
import { maxMemoryGrowthBytes, startServerUnderTest } from './serverUnderTest.ts'

// The short form of the test. `bun run test --hostile` sends many more test cases, or a single one by its seed and index.

test('malformed and malicious requests are rejected, and the server keeps working', async () => {
  using folder = emptyFolder()
  await using server = await startServerUnderTest(folder.path)
  const seed = Date.now() % 1_000_000
  // Different runs begin at different places of the lists of cases.
  const first = (seed % 1_000) * generatorCount
  // So that caches and compiled code are part of the first measurement.
  const failures = await sendSequentially(server, seed, first, 60)
  const memoryBefore = server.memoryBytes()
  failures.push(...(await sendSequentially(server, seed, first + 60, 60)))
  failures.push(...(await sendConcurrently(server, seed, first + 120, 120)))
  // The seed is part of the comparison, so that a failure shows it.
  expect({ seed, failures: failures.slice(0, 5) }).toEqual({ seed, failures: [] })
  expect(await server.waitUntil(() => server.memoryBytes() < memoryBefore + maxMemoryGrowthBytes)).toBe(true)
  expect(await server.stopAndCheck()).toEqual([])
})

const badClients = [
  ['truncate their request', truncatingClients, 60],
  ['disconnect before the response', disconnectingClients, 60],
] as const

test('clients that behave badly on a connection change no data, and the server releases their memory', async () => {
  using folder = emptyFolder()
  await using server = await startServerUnderTest(folder.path)
  for (const [name, runClients, count] of badClients) {
    const memoryBefore = server.memoryBytes()
    await runClients(server, count, createRandom(Date.now()))
    await server.assertResponsive()
    const isReleased = await server.waitUntil(() => server.memoryBytes() < memoryBefore + maxMemoryGrowthBytes)
    expect([name, isReleased]).toEqual([name, true])
  }
  expect(await server.stopAndCheck()).toEqual([])
})

// Bun does not count requests of disconnected clients as pending, but the work for them still uses the database.
test('a stop waits for work that a disconnected client has started', async () => {
  using folder = emptyFolder()
  await using server = await startServerUnderTest(folder.path)
  const connection = await RawConnection.open(server.port)
  const login = JSON.stringify(admin)
  connection.send(buildJsonRequest('POST', '/api/login', undefined, login))
  await server.assertResponsive()
  connection[Symbol.dispose]()
  await server.assertResponsive()
  expect(await server.stop()).toBe('')
})

test('long work lets others run, ends with its client, and is bounded', async () => {
  using folder = emptyFolder()
  const size = { tracks: 4_000, entries: 10_000, cut: 60, unread: 150, maxUnreadBytes: 80_000_000, waits: false }
  const amounts = { ...size, lists: everyNth(longAmounts.lists, 3) }
  const kinds = everyNth(
    ['/api/tracks', '/changes', '/console/api/csv/tracks?q', '/console/api/audit/?q', '/console/api/bulk/tracks'],
    4,
  )
  const requests = longRequests(await readDocument(), amounts.tracks).filter(({ path }) =>
    kinds.some((kind) => path.startsWith(kind)),
  )
  expect(await checkLongWork(folder.path, amounts, requests)).toEqual([])
})
