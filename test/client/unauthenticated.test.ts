import { expect } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password } from '../support/library.ts'
import { apiError } from './apiError.ts'
import { createRecordingClient } from './recordingFetch.ts'

const rejected = 'mlib_rejected'
const user = { email: 'user@example.com', password }

test('a request whose token is rejected is sent once more with the token that onUnauthenticated returns', async (library) => {
  const token = library.admin.token ?? ''
  const { client, exchanges } = createRecordingClient(library.url, {
    token: rejected,
    onUnauthenticated: async () => token,
  })
  expect(await client.labels.create({ name: 'Verve' })).toMatchObject({ name: 'Verve' })
  expect(client.token).toBe(token)
  const request = { method: 'POST', path: '/labels' }
  expect(exchanges).toEqual([
    { ...request, token: rejected, status: 401 },
    { ...request, token, status: 201 },
  ])
})

test('a request is sent at most twice', async (library) => {
  let calls = 0
  const onUnauthenticated = () => `mlib_${++calls}`
  const { client, statuses } = createRecordingClient(library.url, { token: rejected, onUnauthenticated })
  expect((await apiError(client.me.get())).status).toBe(401)
  expect([statuses(), calls, client.token]).toEqual([[401, 401], 1, 'mlib_1'])
})

test('without a new token, the method throws the 401, and the next request calls onUnauthenticated again', async (library) => {
  let calls = 0
  const onUnauthenticated = () => {
    calls++
  }
  const { client, statuses } = createRecordingClient(library.url, { token: rejected, onUnauthenticated })
  expect(await apiError(client.me.get())).toMatchObject({ status: 401, message: 'Unauthenticated.' })
  expect((await apiError(client.me.get())).status).toBe(401)
  expect([statuses(), calls]).toEqual([[401, 401], 2])
})

test('the same token again is sent once more, and does not stop later calls', async (library) => {
  let calls = 0
  const onUnauthenticated = () => {
    calls++
    return rejected
  }
  const client = createClient({ baseUrl: library.url, token: rejected, onUnauthenticated })
  await apiError(client.me.get())
  await apiError(client.me.get())
  expect(calls).toBe(2)
})

test('without a token, or for another error, onUnauthenticated is not called', async (library) => {
  let calls = 0
  const onUnauthenticated = () => {
    calls++
  }
  const anonymous = createClient({ baseUrl: library.url, onUnauthenticated })
  expect((await apiError(anonymous.me.get())).status).toBe(401)
  const client = createClient({ baseUrl: library.url, token: library.user.token, onUnauthenticated })
  expect((await apiError(client.users.list())).status).toBe(403)
  expect(calls).toBe(0)
})

test('requests that are rejected together share one call', async (library) => {
  let calls = 0
  const client = createClient({
    baseUrl: library.url,
    token: rejected,
    onUnauthenticated: async () => {
      calls++
      return (await client.login(user)).token
    },
  })
  const reads = await Promise.all([client.me.get(), client.labels.list(), client.genres.list(), client.me.likes()])
  expect(reads).toMatchObject([{ email: user.email }, [], [], []])
  expect(calls).toBe(1)
})

test('a request that is rejected when the token was renewed already uses the new token', async (library) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let calls = 0
  const client = createClient({
    baseUrl: library.url,
    token: rejected,
    fetch: async (request) => {
      const response = await globalThis.fetch(request)
      if (request.url.endsWith('/genres') && response.status === 401) await released
      return response
    },
    onUnauthenticated: () => {
      calls++
      return library.user.token
    },
  })
  const late = client.genres.list()
  await client.labels.list()
  release()
  expect(await late).toEqual([])
  expect(calls).toBe(1)
})

test('a request that onUnauthenticated sends with the rejected token fails, and waits for nothing', async (library) => {
  const client = createClient({
    baseUrl: library.url,
    token: rejected,
    onUnauthenticated: async () => {
      await apiError(client.me.get())
      await client.logout()
      return (await client.login(user)).token
    },
  })
  expect((await client.me.get()).email).toBe(user.email)
})

test('what onUnauthenticated throws is what the method throws', async (library) => {
  const cancelled = new Error('The user has cancelled.')
  const onUnauthenticated = () => Promise.reject(cancelled)
  const client = createClient({ baseUrl: library.url, token: rejected, onUnauthenticated })
  expect(await rejection(client.me.get())).toBe(cancelled)
  expect(client.token).toBe(rejected)
})

test('a token that comes after another log-in does not take its place', async (library) => {
  const client = createClient({
    baseUrl: library.url,
    token: rejected,
    onUnauthenticated: async () => {
      await client.login({ email: 'admin@example.com', password })
      return library.user.token
    },
  })
  expect((await client.me.get()).email).toBe(user.email)
  expect((await client.me.get()).email).toBe('admin@example.com')
})
