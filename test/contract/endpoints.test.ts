import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { expectMessage } from './shapes.ts'

const callers = ['anonymous', 'a bad token', 'a revoked token', 'a user', 'a former admin', 'an admin'] as const
type Caller = (typeof callers)[number]

type Open = 'everyone' | 'the signed in' | 'admins'

/** `:id` is a record that exists; `n` is different in each request. */
type Row = [open: Open, method: string, path: string, success: number, body?: (n: number) => Record<string, unknown>]

const account = (n: number) => ({ name: 'Nica', email: `nica${n}@example.com`, password: 'pannonica' })
const track = () => ({ title: 'Freddie Freeloader', file_path: '2.flac' })

const table: Row[] = [
  ['everyone', 'POST', '/register', 201, (n) => ({ ...account(n), password_confirmation: 'pannonica' })],
  ['everyone', 'POST', '/login', 200, () => ({ email: 'user@example.com', password })],
  ['the signed in', 'POST', '/logout', 200],
  ['the signed in', 'GET', '/me', 200],
  ['the signed in', 'PUT', '/me', 200, () => ({ name: 'Renamed' })],
  ['the signed in', 'GET', '/me/likes', 200],
  ['the signed in', 'POST', '/tracks/:id/like', 200],
  ['the signed in', 'DELETE', '/tracks/:id/like', 200],
  ['the signed in', 'GET', '/labels', 200],
  ['the signed in', 'GET', '/labels/:id', 200],
  ['admins', 'POST', '/labels', 201, () => ({ name: 'Verve' })],
  ['admins', 'PUT', '/labels/:id', 200, () => ({ name: 'Verve' })],
  ['admins', 'DELETE', '/labels/:id', 204],
  ['the signed in', 'GET', '/genres', 200],
  ['the signed in', 'GET', '/genres/:id', 200],
  ['admins', 'POST', '/genres', 201, () => ({ name: 'Bebop' })],
  ['admins', 'PUT', '/genres/:id', 200, () => ({ name: 'Bebop' })],
  ['admins', 'DELETE', '/genres/:id', 204],
  ['the signed in', 'GET', '/artists', 200],
  ['the signed in', 'GET', '/artists/:id', 200],
  ['admins', 'POST', '/artists', 201, () => ({ name: 'Bill Evans' })],
  ['admins', 'PUT', '/artists/:id', 200, () => ({ name: 'Bill Evans' })],
  ['admins', 'DELETE', '/artists/:id', 204],
  ['the signed in', 'GET', '/albums', 200],
  ['the signed in', 'GET', '/albums/:id', 200],
  ['admins', 'POST', '/albums', 201, () => ({ title: 'Milestones' })],
  ['admins', 'PUT', '/albums/:id', 200, () => ({ title: 'Milestones' })],
  ['admins', 'DELETE', '/albums/:id', 204],
  ['the signed in', 'GET', '/tracks', 200],
  ['the signed in', 'GET', '/tracks/:id', 200],
  ['admins', 'POST', '/tracks', 201, track],
  ['admins', 'PUT', '/tracks/:id', 200, track],
  ['admins', 'DELETE', '/tracks/:id', 204],
  ['admins', 'GET', '/users', 200],
  ['admins', 'GET', '/users/:id', 200],
  ['admins', 'POST', '/users', 201, account],
  ['admins', 'PUT', '/users/:id', 200, () => ({ name: 'Renamed' })],
  ['admins', 'DELETE', '/users/:id', 204],
]

const expected = (open: Open, caller: Caller, success: number) => {
  if (open === 'everyone' || caller === 'an admin') return success
  if (caller !== 'a user' && caller !== 'a former admin') return 401
  return open === 'admins' ? 403 : success
}

test('the table has every endpoint that the application has, and no other', async () => {
  await using library = await startTestLibrary()
  const { routes } = createApp({ library: library.library })
  const mounted = routes
    .filter(({ path }) => path.startsWith('/api') || path.includes('*'))
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  expect(mounted.sort()).toEqual(table.map(([, method, path]) => `${method} /api${path}`).sort())
})

describe.each(table)('for %s: %s %s', (open, method, path, success, body) => {
  test(`responses ${success} to those it is for, and 401 or 403 to the others`, async () => {
    await using library = await startTestLibrary()
    const records = await createFixtures(library.admin)
    const target = await library.createAccount('third@example.com')
    const { token: spent } = target
    await target.post('/logout')
    const former = await library.createAccount('former@example.com', 'admin')
    expect((await former.get('/users')).status).toBe(200)
    const { role_id } = (await library.user.get('/me')).body
    expect((await library.admin.put(`/users/${former.id}`, { role_id })).status).toBe(200)
    const ids: Record<string, number> = {
      '/labels': records.label.id,
      '/genres': records.genre.id,
      '/artists': records.artist.id,
      '/albums': records.album.id,
      '/tracks': records.track.id,
      '/users': target.id,
    }
    const noun = `/${path.split('/')[1]}`
    const url = path.replace(':id', String(ids[noun]))
    const clients = {
      anonymous: library.anonymous,
      'a bad token': client(library.url, `${library.admin.token}x`),
      'a revoked token': client(library.url, spent),
      'a user': library.user,
      // With the token of the time before.
      'a former admin': former,
      'an admin': library.admin,
    }

    // Whoever is refused comes first, so that the record is still there for the rest.
    for (const [n, caller] of callers.entries()) {
      const init = body && { body: JSON.stringify(body(n)), headers: { 'content-type': 'application/json' } }
      const response = await clients[caller].send(method, url, init)
      const status = expected(open, caller, success)
      expect([caller, response.status]).toEqual([caller, status])
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
      if (status === 401) expectMessage(response, 401, 'Unauthenticated.')
      if (status === 403) expectMessage(response, 403, 'Forbidden.')
      if (status === 204) expect(response.text).toBe('')
      if (status < 204) expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    }
  })
})
