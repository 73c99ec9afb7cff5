import { expect, test } from 'bun:test'
import { emptyFolder } from '../support/folder.ts'
import { numbers } from '../support/random.ts'
import { sendEach, sendTogether, Tally } from './cases.ts'
import { breakingOff, goingAway, idle, notReading, pipelining, slow } from './conduct.ts'
import { bearer, host, json, request, sent } from './request.ts'
import { startServer } from './server.ts'
import { Wire } from './wire.ts'

// The short form. `bun run test:hostile` sends many more; with 1, the seed and a number it sends that request alone.

/** How much more it may take in memory afterwards, in bytes. */
const room = 150_000_000

test('whatever is sent is refused or kept as it is, and the server goes on', async () => {
  using folder = emptyFolder()
  await using server = await startServer(folder.path)
  const seed = Date.now() % 1_000_000
  // Every run begins somewhere else in what there is to send.
  const first = (seed % 1_000) * 8
  const tally = new Tally()
  // What it keeps for good is made by then.
  await sendEach(server, seed, first, 100, tally)
  const before = server.memory()
  await sendEach(server, seed, first + 100, 500, tally)
  await sendTogether(server, seed, first + 600, 150, tally)
  expect({ seed, faults: tally.faults.slice(0, 5) }).toEqual({ seed, faults: [] })
  expect(await server.comesTo(() => server.memory() < before + room)).toBe(true)
  expect(await server.end()).toEqual([])
})

test.each([
  ['say nothing', idle, 500],
  ['send a byte at a time', slow, 20],
  ['break off', breakingOff, 60],
  ['go away', goingAway, 60],
  ["don't read", notReading, 20],
  ["don't wait for an answer", pipelining, 3],
] as const)('clients that %s leave the server as it was', async (_, conduct, count) => {
  using folder = emptyFolder()
  await using server = await startServer(folder.path)
  const before = server.memory()
  await conduct(server, count, numbers(Date.now()))
  await server.answers()
  expect(await server.comesTo(() => server.memory() < before + room)).toBe(true)
  expect(await server.end()).toEqual([])
})

// Bun counts no requests of clients that have gone; the work that goes on for them needs the database.
test('a stop waits for what goes on for a client that has gone', async () => {
  using folder = emptyFolder()
  await using server = await startServer(folder.path)
  const wire = await Wire.open(server.port)
  wire.send(sent('POST', '/api/login', undefined, '{"email":"admin@example.com","password":"correct horse"}'))
  await server.answers()
  wire[Symbol.dispose]()
  await server.answers()
  expect(await server.stop()).toBe('')
})

// Bun hands a body over at its last chunk, and refuses what is wrong behind that only then.
test('a body in chunks whose trailer is refused is not carried out', async () => {
  using folder = emptyFolder()
  await using server = await startServer(folder.path)
  using wire = await Wire.open(server.port)
  const head = [host, bearer(server.admin), json, 'Transfer-Encoding: chunked']
  wire.send(request('POST /api/labels HTTP/1.1', head, 'c\r\n{"name":"x"}\r\n0\r\nX: y\r\n\r\n'))
  await wire.until(() => wire.closed)
  expect(wire.replies.map(({ status }) => status)).toEqual([400])
  // Writes are done in turn: once this one is answered, the other would be there.
  using after = await Wire.open(server.port)
  after.send(sent('POST', '/api/labels', server.admin, '{"name":"after"}'))
  await after.until(() => after.replies.length === 1)
  after.send(sent('GET', '/api/labels', server.admin))
  await after.until(() => after.replies.length === 2)
  expect(after.replies[1]?.body).not.toContain('"name":"x"')
})
