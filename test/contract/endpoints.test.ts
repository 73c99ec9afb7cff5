import { describe, expect, test } from 'bun:test'
import { apiRoutes, consoleRoutes, docsRoutes } from '../../src/app/routes.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { type Client, type ClientResponse, client } from '../support/client.ts'
import { executableCommands } from '../support/commands.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'
import { createNamedToken } from '../support/tokens.ts'
import {
  type ConsoleEndpoint,
  consoleEndpoints,
  type Endpoint,
  endpoints,
  endpointsBesideApi,
  readRecordId,
  withoutQuery,
} from './endpoints.ts'
import { expectMessage } from './shapes.ts'

/** The routes that the tables don't have. They are requested elsewhere: in test/console, test/openapi, test/history/follow and so on. */
const otherRoutes = [
  'everyone GET /healthz',
  'everyone GET /readyz',
  'everyone GET /openapi.json',
  'everyone GET /docs',
  'everyone GET /docs/:file',
  'everyone GET /console',
  'everyone GET /console/*',
  'everyone GET /console/assets/:file',
  'users GET /changes/stream',
]

const accessOf = {
  everybody: 'everyone',
  anyToken: 'users',
  signedIn: 'users',
  signedInOrGuest: 'users',
  adminOnly: 'admins',
} as const

const sharedLibrary = useSharedLibrary({ commands: executableCommands })

test('the tables have every endpoint of the list of routes, with its access, and no other', () => {
  const routes = [...apiRoutes, ...consoleRoutes, ...docsRoutes]
  const listed = routes.map(({ access, method, path }) => `${accessOf[access]} ${method} ${path.replace(/\/$/, '')}`)
  const rowOf =
    (prefix: string) =>
    ([access, method, path]: [...Endpoint, ...unknown[]]) =>
      `${access} ${method} ${prefix}${withoutQuery(path)}`
  const expected = [
    ...endpoints.map(rowOf('/api')),
    ...endpointsBesideApi.map(rowOf('')),
    ...consoleEndpoints.map(rowOf('/console/api')),
    ...otherRoutes,
  ]
  expect(listed.sort()).toEqual(expected.sort())
  // The requests of read-only tokens below show that these accept them for writes, too.
  expect(routes.filter(({ access }) => access === 'anyToken').map(({ path }) => path)).toEqual([
    '/api/me/likes',
    '/api/tracks/:id/like',
    '/api/tracks/:id/like',
  ])
})

/** In this order the requests that are rejected come first, so that the record still exists when it is deleted. */
const callers = [
  'anonymous',
  'a bad token',
  'a revoked token',
  'an ended token',
  'a read-only user',
  'a read-only admin',
  'a user',
  'a former admin',
  'an admin',
] as const
type Caller = (typeof callers)[number]

const invalidTokens: Caller[] = ['anonymous', 'a bad token', 'a revoked token', 'an ended token']

const expectedStatus = ([access, method, path, success]: Endpoint, caller: Caller) => {
  if (access === 'everyone' || caller === 'an admin') return success
  if (invalidTokens.includes(caller)) return 401
  if (caller.startsWith('a read-only') && method !== 'GET' && !path.endsWith('/like')) return 403
  return access === 'users' || caller === 'a read-only admin' ? success : 403
}

/** Creates an account for each kind of caller. */
const createCallers = async (library: TestLibrary) => {
  const { url, anonymous, user, admin, createAccount } = library
  const loggedOut = await createAccount('logged-out@example.com')
  await loggedOut.post('/logout')
  const formerAdmin = await createAccount('former@example.com', 'admin')
  expect((await formerAdmin.get('/users')).status).toBe(200)
  const { id, role_id } = (await user.get('/me')).body
  const adminId = (await admin.get('/me')).body.id
  expect((await admin.put(`/users/${formerAdmin.id}`, { role_id })).status).toBe(200)
  const clients: Record<Caller, Client> = {
    anonymous,
    'a bad token': client(url, `${admin.token}x`),
    'a revoked token': client(url, loggedOut.token),
    'an ended token': await createNamedToken(library, adminId, { expiresInMs: -1 }),
    'a read-only user': await createNamedToken(library, id, { read_only: true }),
    'a read-only admin': await createNamedToken(library, adminId, { read_only: true }),
    'a user': user,
    // The token is from the time as an admin.
    'a former admin': formerAdmin,
    'an admin': admin,
  }
  return { clients, loggedOut }
}

interface Prepared {
  library: TestLibrary
  clients: Record<Caller, Client>
  /** The URL of an endpoint. */
  urlOf(path: string): Promise<string>
}

/** Creates fixtures and callers in a library. */
const prepare = async (library: TestLibrary): Promise<Prepared> => {
  await createFixtures(library.admin)
  const { clients, loggedOut } = await createCallers(library)
  const urlOf = async (path: string) => {
    // The paths of a client are below /api.
    if (/^\/(search|changes)/.test(path)) return `/..${path}`
    const resource = resourceNames.find((name) => path.startsWith(`/${name}/:id`))
    const id = resource ? await readRecordId(library.admin, resource) : loggedOut.id
    return path.replace(':id', String(id))
  }
  return { library, clients, urlOf }
}

const prepareOnce = (library: () => TestLibrary) => {
  let prepared: Promise<Prepared> | undefined
  return () => {
    prepared ??= prepare(library())
    return prepared
  }
}

/** What tests of requests that change nothing share. */
const prepareUnchanged = prepareOnce(sharedLibrary)

/** What tests of requests share that create or change records: others find all that they need. */
const prepareChanged = prepareOnce(useSharedLibrary({ commands: executableCommands }))

/** What tests of requests share that delete a record: it is created where there is none. */
const prepareDeleted = prepareOnce(useSharedLibrary({ commands: executableCommands }))

/** Runs `work` with a library of its own, if the endpoint ends sessions. */
const withPrepared = async (method: string, path: string, work: (prepared: Prepared) => Promise<void>) => {
  if (method === 'GET') return work(await prepareUnchanged())
  if (path !== '/logout' && !path.startsWith('/sessions'))
    return work(await (method === 'DELETE' ? prepareDeleted() : prepareChanged()))
  await using library = await startTestLibrary({ commands: executableCommands })
  await work(await prepare(library))
}

const jsonInit = (body: unknown, text = JSON.stringify(body)): RequestInit =>
  text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } }

const expectAccess = (caller: Caller, response: ClientResponse, status: number) => {
  expect([caller, response.status, response.text]).toEqual([caller, status, expect.any(String)])
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  if (status === 401) expectMessage(response, 401, 'Unauthenticated.')
  if (status === 403) expectMessage(response, 403, 'Forbidden.')
  if (status === 204) expect(response.text).toBe('')
}

describe.each([...endpoints, ...endpointsBesideApi])('for %s: %s %s', (...endpoint) => {
  const [, method, path, success, body] = endpoint
  test(`responds ${success} to callers with access, and 401 or 403 to others`, () =>
    withPrepared(method, path, async ({ clients, urlOf }) => {
      const url = await urlOf(path)
      for (const [n, caller] of callers.entries()) {
        const response = await clients[caller].send(method, url, jsonInit(body?.(n)))
        const status = expectedStatus(endpoint, caller)
        expectAccess(caller, response, status)
        if (status < 204) expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
      }
    }))
})

describe.each(consoleEndpoints)('for %s: %s /console/api%s', (...endpoint: ConsoleEndpoint) => {
  const [access, method, path, success, body, createId] = endpoint
  test(`responds ${success} to callers with access, and 401 or 403 to others`, () =>
    withPrepared(method, path, async ({ library, clients }) => {
      for (const [n, caller] of callers.entries()) {
        const status = expectedStatus([access, method, path, success], caller)
        // Nobody but a caller with access can create the record that the path names.
        const owner = status === success && method !== 'GET' ? clients[caller] : library.admin
        const id = (await createId?.(library, owner)) ?? 1
        const url = `/../console/api${path.replace(':id', String(id))}`
        expectAccess(caller, await clients[caller].send(method, url, jsonInit(body?.(n))), status)
      }
    }))
})

test.each(['/labels/1', '/tracks/1/like'])(
  'the access of read-only tokens to PUT or POST %s is checked before the body and the record',
  async (url) => {
    const { clients } = await prepareUnchanged()
    // Likes have no body.
    const [method, accepted, missing] = url.endsWith('/like') ? ['POST', 200, 404] : ['PUT', 403, 403]
    for (const caller of ['a read-only user', 'a read-only admin'] as const) {
      for (const body of ['{"name": ', 'x'.repeat(1_100_000)]) {
        const { status } = await clients[caller].send(String(method), url, jsonInit(undefined, body))
        expect([caller, status]).toEqual([caller, Number(accepted)])
      }
      expect((await clients[caller].send(String(method), url.replace('1', '999'))).status).toBe(Number(missing))
    }
  },
)
