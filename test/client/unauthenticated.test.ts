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
  expect([statuses(), calls, client.token]).toEqual([[401, 401], 1, undefined])
})

test('without a new token, the method throws the 401, and the client has dropped the token', async (library) => {
  let calls = 0
  const onUnauthenticated = () => {
    calls++
  }
  const { client, exchanges } = createRecordingClient(library.url, { token: rejected, onUnauthenticated })
  expect(await apiError(client.me.get())).toMatchObject({ status: 401, message: 'Unauthenticated.' })
  expect((await apiError(client.me.get())).status).toBe(401)
  expect([exchanges.map(({ token }) => token), calls]).toEqual([[rejected, null], 1])
})

test('listeners are told of a login, a logout, a renewal and the end of a session, each once, until they unsubscribe', async (library) => {
  const renewals = [library.user.token, undefined]
  const client = createClient({ baseUrl: library.url, onUnauthenticated: () => renewals.shift() })
  const told: unknown[] = []
  const unsubscribe = client.onSession((token) => told.push(token))
  const sessionThatEnds = async () => {
    const { token } = await client.login(user)
    await createClient({ baseUrl: library.url, token }).logout()
    return token
  }
  const first = (await client.login(user)).token
  await client.logout()
  expect(told.splice(0)).toEqual([first, undefined])
  const renewed = await sessionThatEnds()
  await Promise.all([client.me.get(), client.me.likes()])
  expect(told.splice(0)).toEqual([renewed, library.user.token])
  const ended = await sessionThatEnds()
  await Promise.allSettled([client.me.get(), client.me.likes()])
  expect([told.splice(0), client.token]).toEqual([[ended, undefined], undefined])
  unsubscribe()
  await client.login(user)
  expect(told).toEqual([])
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

/** A client with a rejected token, whose response about genres arrives when it is released. */
const createLateClient = (baseUrl: string, renew: () => string | undefined) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let calls = 0
  const client = createClient({
    baseUrl,
    token: rejected,
    fetch: async (request) => {
      const response = await globalThis.fetch(request)
      if (request.url.endsWith('/genres') && response.status === 401) await released
      return response
    },
    onUnauthenticated: () => {
      calls++
      return renew()
    },
  })
  return { client, release, calls: () => calls }
}

test('a request that is rejected when the token was renewed already uses the new token', async (library) => {
  const { client, release, calls } = createLateClient(library.url, () => library.user.token)
  const late = client.genres.list()
  await client.labels.list()
  release()
  expect(await late).toEqual([])
  expect(calls()).toBe(1)
})

test('a request that is rejected after the session has ended does not call onUnauthenticated again', async (library) => {
  const { client, release, calls } = createLateClient(library.url, () => undefined)
  const late = apiError(client.genres.list())
  await apiError(client.labels.list())
  release()
  expect([(await late).status, calls()]).toEqual([401, 1])
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

test('a token that comes after another login does not take its place', async (library) => {
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
