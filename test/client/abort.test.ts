import { expect, test } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { startTestLibrary } from '../support/library.ts'

test('a signal aborts a request that waits for its response', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<void>()
  // A server that never responds.
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ signal }) => {
      signal.addEventListener('abort', () => disconnect())
      arrive()
      return new Promise(() => {})
    },
  })
  try {
    const client = createClient({ baseUrl: `${server.url.origin}/api` })
    const controller = new AbortController()
    const error = rejection(client.labels.list({ signal: controller.signal }))
    await arrived
    controller.abort()
    expect(await error).toHaveProperty('name', 'AbortError')
    await disconnected
  } finally {
    await server.stop(true)
  }
})

test('every method takes a signal as its last argument, and sends nothing if it is aborted', async () => {
  await using library = await startTestLibrary()
  const client = createClient({ baseUrl: library.url, token: library.admin.token })
  const options = { signal: AbortSignal.abort() }
  const credentials = { email: 'user@example.com', password: 'correct horse' }
  const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const resources = [
    { ...client.labels, body: { name: 'Verve' } },
    { ...client.genres, body: { name: 'Bebop' } },
    { ...client.artists, body: { name: 'Bill Evans' } },
    { ...client.albums, body: { title: 'Milestones' } },
    { ...client.tracks, body: { title: 'So What', file_path: '1.flac' } },
    { ...client.users, body: account },
  ]
  const results = await Promise.allSettled([
    client.register({ ...account, password_confirmation: 'pannonica' }, options),
    client.login(credentials, options),
    client.logout(options),
    client.me.get(options),
    client.me.update({ name: 'Renamed' }, options),
    client.me.likes(options),
    client.tracks.like(1, options),
    client.tracks.unlike(1, options),
    ...resources.flatMap(({ list, get, create, update, delete: remove, body }) => [
      list(options),
      get(1, options),
      // Each body is that of its own resource.
      create(body as never, options),
      update(1, body as never, options),
      remove(1, options),
    ]),
  ])
  expect(results).toHaveLength(38)
  for (const result of results) expect(result).toMatchObject({ reason: { name: 'AbortError' } })
  expect(client.token).toBe(library.admin.token)
  expect((await library.admin.get('/labels')).body).toEqual([])
  expect((await library.admin.get('/users')).body).toHaveLength(2)
})

test('the reason of the signal is what the method throws, also if a fetch ignores the signal', async () => {
  const controller = new AbortController()
  const fetch = async () => {
    controller.abort(new Error('The page was left.'))
    return Response.json([])
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1/api', fetch })
  expect(await rejection(client.labels.list({ signal: controller.signal }))).toEqual(new Error('The page was left.'))
})
