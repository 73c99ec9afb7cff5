import { describe, expect, test } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { type Access, endpoints, readRecordId } from '../contract/endpoints.ts'
import { entriesOf, readTrail, runSql } from '../support/audit.ts'
import type { Client } from '../support/client.ts'
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

/** Creates fixtures and accounts. Returns a client for each access, and the path of an endpoint, with the id of a new record. */
const prepare = async (path: string) => {
  const { admin, anonymous, createAccount } = shared()
  await createFixtures(admin)
  const create = (role: 'admin' | 'user') => createAccount(`account${++accounts}@example.com`, role)
  const callers: Record<Access, Client> = {
    everyone: anonymous,
    users: await create('user'),
    admins: await create('admin'),
  }
  const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
  const id = resource ? await readRecordId(admin, resource) : (await create('user')).id
  return { callers, url: path.replace(':id', String(id)) }
}

const jsonInit = (body: unknown): RequestInit =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

/** The id of the newest token of an account. */
const newestTokenOf = (user_id: number) =>
  runSql(shared().file, 'SELECT max(id) FROM tokens WHERE user_id = ?', user_id)[0]?.[0]

describe.each(writes)('for %s: %s %s', (access, method, path, success, body) => {
  test('a write adds one entry with its caller, token, client address, action and record', async () => {
    const { callers, url } = await prepare(path)
    const me = access === 'everyone' ? undefined : (await callers[access].get('/me')).body
    const token_id = me && newestTokenOf(me.id)
    const init = jsonInit(body?.(++accounts))
    const headers = { ...init.headers, 'x-forwarded-for': '127.0.0.1' }
    const before = await readTrail(shared())
    const result = await callers[access].send(method, url, { ...init, headers })
    const entries = (await readTrail(shared())).slice(before.length)
    expect(result.status).toBe(success)
    const user = me ?? result.body.user
    const isOwn = ['/me', '/logout', '/register', '/login'].includes(path)
    const record = /\d$/.test(url) ? url : `${url}/${result.body?.id}`
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

  test('a rejected write adds no entry', async () => {
    const { callers, url } = await prepare(path)
    const missing = url.replace(/\d+$/, '999999')
    const entries = await entriesOf(shared(), async () => {
      const statuses: number[] = []
      const send = async (caller: Client, path: string, init: RequestInit) =>
        statuses.push((await caller.send(method, path, init)).status)
      if (access !== 'everyone') await send(callers.everyone, url, jsonInit(body?.(1)))
      if (access === 'admins') await send(callers.users, url, jsonInit(body?.(1)))
      if (missing !== url) await send(callers[access], missing, jsonInit(body?.(1)))
      if (body) {
        await send(callers[access], url, jsonInit({ name: 5, title: 5, email: 5 }))
        await send(callers[access], url, { body: '{"name": ', headers: { 'content-type': 'application/json' } })
      }
      expect(statuses.length).toBeGreaterThan(0)
      for (const status of statuses) expect([400, 401, 403, 404]).toContain(status)
    })
    expect(entries).toEqual([])
  })
})

test('reads and likes add no entry', async () => {
  for (const [access, method, path, success] of others) {
    const { callers, url } = await prepare(path)
    const entries = await entriesOf(shared(), async () => {
      expect([path, (await callers[access].send(method, url)).status]).toEqual([path, success])
    })
    expect([path, entries]).toEqual([path, []])
  }
})

test('a conflict and a wrong password add no entry', async () => {
  await using library = await startTestLibrary()
  const { admin, anonymous, user } = library
  const { id, role_id } = (await admin.get('/me')).body
  const userRole = (await user.get('/me')).body.role_id
  expect(userRole).not.toBe(role_id)
  const entries = await entriesOf(library, async () => {
    expect((await admin.delete(`/users/${id}`)).status).toBe(409)
    expect((await admin.put(`/users/${id}`, { role_id: userRole })).status).toBe(409)
    expect((await anonymous.post('/login', { email: 'user@example.com', password: 'wrong' })).status).toBe(422)
    expect((await user.put('/me', { email: 'new@example.com', current_password: 'wrong' })).status).toBe(400)
    expect((await admin.post('/tracks', { title: 'x', file_path: 'x', artist_ids: [9] })).status).toBe(400)
  })
  expect(entries).toEqual([])
})

test('an entry has the address of the client behind a trusted proxy, and the address that the account had then', async () => {
  await using library = await startTestLibrary({ trustedProxies: () => true })
  const { admin } = library
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '2001:DB8::7' }
  await admin.send('POST', '/labels', { body: '{"name":"Verve"}', headers })
  const { id } = (await admin.get('/me')).body
  await admin.put(`/users/${id}`, { email: 'new@example.com' })
  await admin.post('/genres', { name: 'Bebop' })
  const trail = (await readTrail(library)).slice(-3)
  expect(trail.map(({ email, address }) => [email, address])).toEqual([
    ['admin@example.com', '2001:db8::7'],
    ['admin@example.com', '127.0.0.1'],
    ['new@example.com', '127.0.0.1'],
  ])
})
