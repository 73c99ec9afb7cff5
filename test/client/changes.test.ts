import { expect } from 'bun:test'
import {
  ApiError,
  type Change,
  type ChangePage,
  type Changes,
  createClient,
  type Disconnect,
} from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { startForwarder } from '../support/forwarder.ts'
import { password } from '../support/library.ts'

const next = async (stream: AsyncGenerator<Changes>) => {
  const { value, done } = await stream.next()
  if (done) throw new Error('The stream has ended.')
  return value
}

const isOfLikes = ({ changes }: Changes) => changes.some(({ resource }) => resource === 'likes')

/** The next changes that are not of likes. */
const take = async (stream: AsyncGenerator<Changes>): Promise<Changes> => {
  const value = await next(stream)
  return isOfLikes(value) ? take(stream) : value
}

const labels = (...ids: number[]) => ids.map((id): Change => ({ resource: 'labels', id, type: 'created' }))

test('changes go on after a lost connection, and none is missing', async ({ admin, url }) => {
  await using forwarder = await startForwarder(Number(new URL(url).port))
  const client = createClient({ baseUrl: forwarder.through(url), token: admin.token })
  const { next: since } = await client.request<ChangePage>('GET', '/changes?since=now')
  const lost: Disconnect[] = []
  const stream = client.changes({ since, onDisconnect: (disconnect) => lost.push(disconnect) })
  await admin.post('/labels', { name: 'Columbia' })
  expect(await take(stream)).toEqual({ changes: labels(1), next: expect.any(String) })
  await forwarder.cut()
  await admin.post('/labels', { name: 'Verve' })
  const pending = take(stream)
  await forwarder.resume()
  expect((await pending).changes).toEqual(labels(2))
  expect(lost.length).toBeGreaterThan(0)
  for (const { retryInMs } of lost) expect(retryInMs).toBeWithin(500, 46_000)
  await stream.return(undefined)
})

test('changes end with the error of the server, with the signal, and with the loop', async ({ admin, user, url }) => {
  const open = (token: string | undefined, options = {}) =>
    createClient({ baseUrl: url, token }).changes(options).next()
  expect(await rejection(open('unknown'))).toMatchObject({ name: 'ApiError', status: 401 })
  expect(await rejection(open(user.token, { since: '999.0.' }))).toMatchObject({ name: 'ApiError', status: 410 })
  expect(await rejection(open(user.token, { since: 'x' }))).toMatchObject({ name: 'InvalidError', status: 400 })
  const abort = new AbortController()
  const waiting = rejection(open(user.token, { signal: abort.signal }))
  abort.abort()
  expect(await waiting).toHaveProperty('name', 'AbortError')
  // A token that is revoked while the stream is open.
  const client = createClient({ baseUrl: url, token: user.token })
  const revoked = rejection(take(client.changes({ since: (await client.request<ChangePage>('GET', '/changes')).next })))
  await user.post('/logout')
  expect(await revoked).toMatchObject({ status: 401 })
  const renewing = createClient({
    baseUrl: url,
    token: user.token,
    onUnauthenticated: async () => (await renewing.login({ email: 'user@example.com', password })).token,
  })
  await admin.post('/labels', { name: 'Columbia' })
  expect((await take(renewing.changes({ since: '0.0.' }))).changes).toEqual(labels(1))
})

test('changes end with an error where a proxy responds with a page, or with nothing', async () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
  for (const respond of [page, () => new Response(null, { status: 204 })]) {
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: respond })
    const error = await rejection(
      createClient({ baseUrl: `${server.url.origin}/api` })
        .changes()
        .next(),
    )
    expect(error).toBeInstanceOf(ApiError)
    expect(String(error)).toContain('The response to /changes/stream is not a stream of events, but ')
    expect(String(error)).toContain('does each proxy pass this path on to it?')
  }
})

test('what onDisconnect throws ends the changes', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1' })
  const stream = client.changes({
    onDisconnect: ({ error }) => {
      throw new Error('offline', { cause: error })
    },
  })
  expect(await rejection(stream.next())).toMatchObject({ message: 'offline', cause: expect.any(Error) })
})
