import { describe, expect, test } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { endpoints, readRecordId } from '../contract/endpoints.ts'
import { entriesOf, readTrail, runSql } from '../support/audit.ts'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

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

/** Creates fixtures and an account, and returns the path of an endpoint in this library. */
const prepare = async (library: TestLibrary, path: string) => {
  await createFixtures(library.admin)
  const account = await library.createAccount('nica@example.com')
  const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
  const id = resource ? await readRecordId(library.admin, resource) : account.id
  return path.replace(':id', String(id))
}

const jsonInit = (body: unknown): RequestInit =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

/** The record that a successful request has created or changed. */
const recordOf = async ({ user }: TestLibrary, path: string, { body }: ClientResponse) => {
  if (path === '/me' || path === '/logout') return `users/${(await user.get('/me')).body?.id ?? 2}`
  if (path === '/register' || path === '/login') return `users/${body.user.id}`
  return /\d$/.test(path) ? path.slice(1) : `${path.slice(1)}/${body.id}`
}

const tokenIdsOf = (file: string, user_id: number) =>
  runSql(file, 'SELECT id FROM tokens WHERE user_id = ? ORDER BY id DESC', user_id).flat()

describe.each(writes)('for %s: %s %s', (access, method, path, success, body) => {
  test('a write adds one entry with its caller, token, client address, action and record', async () => {
    await using library = await startTestLibrary({ trustedProxies: () => true })
    const url = await prepare(library, path)
    const caller = access === 'admins' ? library.admin : access === 'users' ? library.user : library.anonymous
    const me = caller === library.anonymous ? undefined : (await caller.get('/me')).body
    const [token_id] = me ? tokenIdsOf(library.file, me.id) : []
    const init = jsonInit(body?.(1))
    const headers = { ...init.headers, 'x-forwarded-for': '127.0.0.1' }
    let response: ClientResponse | undefined
    const entries = await entriesOf(library, async () => {
      response = await caller.send(method, url, { ...init, headers })
    })
    if (!response) throw new Error('There is no response.')
    expect(response.status).toBe(success)
    const user = me ?? response.body.user
    expect(entries).toMatchObject([
      {
        source: 'api',
        user_id: user.id,
        email: user.email,
        token_id: token_id ?? tokenIdsOf(library.file, user.id)[0],
        address: '127.0.0.1',
        action: actions[path] ?? actions[method],
        record: await recordOf(library, url, response),
        counts: null,
      },
    ])
  })

  test('a rejected write adds no entry', async () => {
    await using library = await startTestLibrary()
    const url = await prepare(library, path)
    const { anonymous, user, admin } = library
    const caller = access === 'admins' ? admin : access === 'users' ? user : anonymous
    const missing = url.replace(/\d+$/, '999')
    const entries = await entriesOf(library, async () => {
      const statuses: number[] = []
      const send = async (client: typeof anonymous, path: string, init: RequestInit) =>
        statuses.push((await client.send(method, path, init)).status)
      if (access !== 'everyone') await send(anonymous, url, jsonInit(body?.(1)))
      if (access === 'admins') await send(user, url, jsonInit(body?.(1)))
      if (missing !== url) await send(caller, missing, jsonInit(body?.(1)))
      if (body) {
        await send(caller, url, jsonInit({ name: 5, title: 5, email: 5 }))
        await send(caller, url, { body: '{"name": ', headers: { 'content-type': 'application/json' } })
      }
      expect(statuses.length).toBeGreaterThan(0)
      for (const status of statuses) expect([400, 401, 403, 404]).toContain(status)
    })
    expect(entries).toEqual([])
  })
})

test('reads and likes add no entry', async () => {
  for (const [access, method, path, success] of others) {
    await using library = await startTestLibrary()
    const url = await prepare(library, path)
    const caller = access === 'admins' ? library.admin : library.user
    const entries = await entriesOf(library, async () => {
      expect([path, (await caller.send(method, url)).status]).toEqual([path, success])
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
