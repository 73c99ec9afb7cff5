import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { type ResourceName, resourceNames } from '../../src/catalogue/resources.ts'
import { type Client, client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'
import { expectMessage } from './shapes.ts'

type Access = 'everyone' | 'users' | 'admins'

type Body = Record<string, unknown>

/** One endpoint. `:id` stands for a record that exists. `body` is called with a number that differs between requests. */
type Endpoint = [access: Access, method: string, path: string, success: number, body?: (n: number) => Body]

/** A valid body of each resource, for POST and PUT. */
const bodies: Record<ResourceName, Body> = {
  labels: { name: 'Verve' },
  genres: { name: 'Bebop' },
  artists: { name: 'Bill Evans' },
  albums: { title: 'Milestones' },
  tracks: { title: 'Freddie Freeloader', file_path: '2.flac' },
}

const account = (n: number) => ({ name: 'Nica', email: `nica${n}@example.com`, password: 'pannonica' })

const endpoints: Endpoint[] = [
  ['everyone', 'POST', '/register', 201, (n) => ({ ...account(n), password_confirmation: 'pannonica' })],
  ['everyone', 'POST', '/login', 200, () => ({ email: 'user@example.com', password })],
  ['users', 'POST', '/logout', 200],
  ['users', 'GET', '/me', 200],
  ['users', 'PUT', '/me', 200, () => ({ name: 'Renamed' })],
  ['users', 'GET', '/me/likes', 200],
  ['users', 'POST', '/tracks/:id/like', 200],
  ['users', 'DELETE', '/tracks/:id/like', 200],
  ...resourceNames.flatMap((name): Endpoint[] => [
    ['users', 'GET', `/${name}`, 200],
    ['users', 'GET', `/${name}/:id`, 200],
    ['admins', 'POST', `/${name}`, 201, () => bodies[name]],
    ['admins', 'PUT', `/${name}/:id`, 200, () => bodies[name]],
    ['admins', 'DELETE', `/${name}/:id`, 204],
  ]),
  ['admins', 'GET', '/users', 200],
  ['admins', 'GET', '/users/:id', 200],
  ['admins', 'POST', '/users', 201, account],
  ['admins', 'PUT', '/users/:id', 200, () => ({ name: 'Renamed' })],
  ['admins', 'DELETE', '/users/:id', 204],
]

/** The routes of the application outside /api. */
const healthRoutes = ['GET /healthz', 'GET /readyz']

test('the table has every endpoint that the application has, and no other', async () => {
  await using library = await startTestLibrary()
  const { routes } = createApp({ library: library.library })
  const mounted = routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  const expected = [...endpoints.map(([, method, path]) => `${method} /api${path}`), ...healthRoutes]
  expect(mounted.sort()).toEqual(expected.sort())
})

/** In this order the requests that are rejected come first, so that the record still exists when it is deleted. */
const callers = ['anonymous', 'a bad token', 'a revoked token', 'a user', 'a former admin', 'an admin'] as const
type Caller = (typeof callers)[number]

const expectedStatus = (access: Access, caller: Caller, success: number) => {
  if (access === 'everyone' || caller === 'an admin') return success
  if (caller !== 'a user' && caller !== 'a former admin') return 401
  return access === 'admins' ? 403 : success
}

/** Creates an account for each kind of caller. */
const createCallers = async ({ url, anonymous, user, admin, createAccount }: TestLibrary) => {
  const loggedOut = await createAccount('logged-out@example.com')
  await loggedOut.post('/logout')
  const formerAdmin = await createAccount('former@example.com', 'admin')
  expect((await formerAdmin.get('/users')).status).toBe(200)
  const { role_id } = (await user.get('/me')).body
  expect((await admin.put(`/users/${formerAdmin.id}`, { role_id })).status).toBe(200)
  const clients: Record<Caller, Client> = {
    anonymous,
    'a bad token': client(url, `${admin.token}x`),
    'a revoked token': client(url, loggedOut.token),
    'a user': user,
    // The token is from the time as an admin.
    'a former admin': formerAdmin,
    'an admin': admin,
  }
  return { clients, loggedOut }
}

/** The id of the first record of a resource. Creates one where the fixtures have none. */
const readRecordId = async (admin: Client, name: ResourceName): Promise<number> => {
  const [first] = (await admin.get(`/${name}`)).body
  return (first ?? (await admin.post(`/${name}`, bodies[name])).body).id
}

describe.each(endpoints)('for %s: %s %s', (access, method, path, success, body) => {
  test(`responds ${success} to callers with access, and 401 or 403 to others`, async () => {
    await using library = await startTestLibrary()
    await createFixtures(library.admin)
    const { clients, loggedOut } = await createCallers(library)
    const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
    const id = resource ? await readRecordId(library.admin, resource) : loggedOut.id
    const url = path.replace(':id', String(id))
    for (const [n, caller] of callers.entries()) {
      const init = body && { body: JSON.stringify(body(n)), headers: { 'content-type': 'application/json' } }
      const response = await clients[caller].send(method, url, init)
      const status = expectedStatus(access, caller, success)
      expect([caller, response.status]).toEqual([caller, status])
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
      if (status === 401) expectMessage(response, 401, 'Unauthenticated.')
      if (status === 403) expectMessage(response, 403, 'Forbidden.')
      if (status === 204) expect(response.text).toBe('')
      if (status < 204) expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    }
  })
})
