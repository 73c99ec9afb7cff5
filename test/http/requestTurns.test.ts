import { expect, test } from 'bun:test'
import { withTurns } from '../../src/http/requestTurns.ts'
import { startMonitoredServer } from '../hostile/longWork/monitoredServer.ts'
import { maxMs } from '../support/bounds.ts'
import { concurrently } from '../support/concurrency.ts'
import { emptyFolder } from '../support/folder.ts'
import { openRawConnection } from '../support/rawConnection.ts'

/** Keeps the thread busy, as a handler does. */
const work = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('requests that come at once are handled in several turns, in which networks take turns, and then their tokens', async () => {
  const handled: string[] = []
  const nameOf = ({ url, headers }: Request) => `${new URL(url).host} ${headers.get('authorization') ?? ''}`
  const fetch = withTurns(
    (request) => {
      handled.push(nameOf(request))
      work(1)
      return new Response()
    },
    ({ url }) => new URL(url).host,
  )
  const send = (site: string, authorization: string) =>
    fetch(new Request(`http://${site}/`, { headers: { authorization } }), performance.now())
  const flood = Array.from({ length: 50 }, () => send('a', 'flood'))
  // Some are handled at once, and the others wait.
  const atOnce = handled.length
  expect(atOnce).toBeLessThan(25)
  await Promise.all([...flood, send('a', 'other'), send('b', 'first')])
  expect(handled).toHaveLength(52)
  expect(handled.slice(atOnce, atOnce + 3).toSorted()).toEqual(['a flood', 'a other', 'b first'])
})

test('1,000 changes of one account hold up the event loop for 20 ms at most, and a like of another one overtakes them', async () => {
  using folder = emptyFolder()
  await using server = await startMonitoredServer(folder.path, { tracks: 10, entries: 1 })
  const change = (count: number) =>
    concurrently(count, async (n) => (await server.user.put('/me', { name: `Ödön Ř. ${n}` })).status)
  // To compile the code takes turns of its own.
  await change(500)
  await server.startMeasuring()
  let done = 0
  const changes = concurrently(1_000, async (n) => {
    const { status } = await server.user.put('/me', { name: `Ödön ${n}` })
    done++
    return status
  })
  // The other requests of this process share its connections, and so wait for each other.
  using connection = await openRawConnection(`http://127.0.0.1:${server.port}`)
  while (done === 0) await Bun.sleep(1)
  const before = done
  connection.write(
    `POST /api/tracks/1/like HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.adminToken}\r\nConnection: close\r\n\r\n`,
  )
  expect(await connection.closed).toStartWith('HTTP/1.1 200')
  const overtakenBy = done - before
  expect(new Set(await changes)).toEqual(new Set([200]))
  // Those of two batches: the one that was running, and its own.
  expect(overtakenBy).toBeLessThan(600)
  expect((await server.measure()).longestTurnMs).toBeLessThan(maxMs(20))
})
