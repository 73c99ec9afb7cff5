import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { type Client, client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { type Access, endpoints, readRecordId, searchEndpoints } from './endpoints.ts'
import { expectMessage } from './shapes.ts'

/** The routes of the application outside /api. */
const healthRoutes = ['GET /healthz', 'GET /readyz']

test('the table has every endpoint that the application has, and no other', async () => {
  await using library = await startTestLibrary()
  const { routes } = createApp({ library: library.library })
  const mounted = routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  const expected = [
    ...endpoints.map(([, method, path]) => `${method} /api${path}`),
    ...searchEndpoints.map(([, method, path]) => `${method} ${path}`),
    ...healthRoutes,
  ]
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

describe.each([...endpoints, ...searchEndpoints])('for %s: %s %s', (access, method, path, success, body) => {
  test(`responds ${success} to callers with access, and 401 or 403 to others`, async () => {
    await using library = await startTestLibrary()
    await createFixtures(library.admin)
    const { clients, loggedOut } = await createCallers(library)
    const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
    const id = resource ? await readRecordId(library.admin, resource) : loggedOut.id
    // The paths of a client are below /api.
    const url = path.startsWith('/search') ? `/..${path}` : path.replace(':id', String(id))
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
