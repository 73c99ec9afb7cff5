import { describe, expect, test } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { type Access, type Endpoint, endpoints, readRecordId } from '../contract/endpoints.ts'
import { entriesOf, runSql } from '../support/audit.ts'
import type { Client, ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const isLike = (path: string) => path.endsWith('/like')

const writes = endpoints.filter(([, method, path]) => method !== 'GET' && !isLike(path))
const others = endpoints.filter(([, method, path]) => method === 'GET' || isLike(path))

const actions: Record<string, string> = {
  '/register': 'register',
  '/login': 'login',
  '/logout': 'logout',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
}

const shared = useSharedLibrary({ trustedProxies: () => true })

/** How many accounts there are, so that each has an address of its own. */
let accounts = 0

const createAccount = (role: 'admin' | 'user') => shared().createAccount(`account${++accounts}@example.com`, role)

/** Creates fixtures and accounts. Returns a client for each access. */
const prepare = async (): Promise<Record<Access, Client>> => {
  const { admin, anonymous } = shared()
  await createFixtures(admin)
  return { everyone: anonymous, users: await createAccount('user'), admins: await createAccount('admin') }
}

/** The path of an endpoint, with the id of a record. */
const urlOf = async (path: string) => {
  const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
  const id = resource ? await readRecordId(shared().admin, resource) : (await createAccount('user')).id
  return path.replace(':id', String(id))
}

const jsonInit = (body: unknown): RequestInit =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

/** The id of the newest token of an account. */
const newestTokenOf = (user_id: number) =>
  runSql(shared().file, 'SELECT max(id) FROM tokens WHERE user_id = ?', user_id)[0]?.[0]

/** Requests of an endpoint that are rejected: without access, of a missing record, and with bodies that are wrong. */
const listRejected = ([access, , , , body]: Endpoint, callers: Record<Access, Client>, url: string) => {
  const missing = url.replace(/\d+$/, '999999')
  const valid = jsonInit(body?.(1))
  const rejected: [caller: Client, url: string, init: RequestInit][] = []
  if (access !== 'everyone') rejected.push([callers.everyone, url, valid])
  if (access === 'admins') rejected.push([callers.users, url, valid])
  if (missing !== url) rejected.push([callers[access], missing, valid])
  if (body) {
    rejected.push([callers[access], url, jsonInit({ name: 5, title: 5, email: 5 })])
    rejected.push([callers[access], url, { ...valid, body: '{"name": ' }])
  }
  return rejected
}

describe.each(writes)('for %s: %s %s', (...endpoint) => {
  const [access, method, path, success, body] = endpoint
  test('a write adds one entry with its caller, token, client address, action and record; a rejected one adds none', async () => {
    const [callers, url] = [await prepare(), await urlOf(path)]
    const me = access === 'everyone' ? undefined : (await callers[access].get('/me')).body
    const token_id = me && newestTokenOf(me.id)
    const init = jsonInit(body?.(++accounts))
    const headers = { ...init.headers, 'x-forwarded-for': '127.0.0.1' }
    let result: ClientResponse | undefined
    const entries = await entriesOf(shared(), async () => {
      for (const [caller, rejectedUrl, rejected] of listRejected(endpoint, callers, url))
        expect([400, 401, 403, 404]).toContain((await caller.send(method, rejectedUrl, rejected)).status)
      result = await callers[access].send(method, url, { ...init, headers })
    })
    expect(result?.status).toBe(success)
    const user = me ?? result?.body.user
    const isOwn = ['/me', '/logout', '/register', '/login'].includes(path)
    const record = /\d$/.test(url) ? url : `${url}/${result?.body?.id}`
    expect(entries).toMatchObject([
      {
        source: 'api',
        user_id: user.id,
        email: user.email,
        token_id: token_id ?? newestTokenOf(user.id),
        address: '127.0.0.1',
        action: actions[path] ?? actions[method],
        record: isOwn ? `users/${user.id}` : record.slice(1),
        counts: null,
      },
    ])
  })
})

test('reads and likes add no entry', async () => {
  const callers = await prepare()
  const urls = await Promise.all(others.map(([, , path]) => urlOf(path)))
  const entries = await entriesOf(shared(), async () => {
    for (const [n, [access, method, path, success]] of others.entries())
      expect([path, (await callers[access].send(method, urls[n] ?? '')).status]).toEqual([path, success])
  })
  expect(entries).toEqual([])
})

test('a conflict and a wrong password add no entry', async () => {
  await using library = await startTestLibrary()
  const { admin, anonymous, user } = library
  const { id } = (await admin.get('/me')).body
  const entries = await entriesOf(library, async () => {
    expect((await admin.delete(`/users/${id}`)).status).toBe(409)
    expect((await anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })).status).toBe(422)
    expect((await user.put('/me', { email: 'new@example.com', current_password: 'wrong' })).status).toBe(400)
    expect((await admin.post('/tracks', { title: 'x', file_path: 'x', artist_ids: [9] })).status).toBe(400)
  })
  expect(entries).toEqual([])
})

test('an entry has the address of the client behind a trusted proxy, and the address that the account had then', async () => {
  const admin = await shared().createAccount('former@example.com', 'admin')
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '2001:DB8::7' }
  const entries = await entriesOf(shared(), async () => {
    await admin.send('POST', '/labels', { body: '{"name":"Verve"}', headers })
    await admin.put(`/users/${admin.id}`, { email: 'new@example.com' })
    await admin.post('/genres', { name: 'Bebop' })
  })
  expect(entries.map(({ email, address }) => [email, address])).toEqual([
    ['former@example.com', '2001:db8::7'],
    ['former@example.com', '127.0.0.1'],
    ['new@example.com', '127.0.0.1'],
  ])
})
