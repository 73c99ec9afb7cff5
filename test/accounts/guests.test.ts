import { test as bunTest, expect } from 'bun:test'
import { createGuests } from '../../src/accounts/guestTokens.ts'
import { createSigner } from '../../src/accounts/signer.ts'
import { apiRoutes, consoleRoutes } from '../../src/app/routes.ts'
import { countRecords } from '../../src/catalogue/store.ts'
import { tokens } from '../../src/library/accountSchema.ts'
import { expectMessage } from '../contract/shapes.ts'
import { readTrail } from '../support/audit.ts'
import { type Client, client } from '../support/client.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { nodeCount } from '../support/engine.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { createManualClock } from '../support/manualClock.ts'

const test = fixtureTest(() => startTestLibrary({ guest: 'read' }))

const hour = 3_600_000

const createToken = async ({ anonymous }: Pick<TestLibrary, 'anonymous'>): Promise<string> => {
  const { status, body } = await sendToConsole(anonymous, 'POST', '/guest')
  expect([status, Object.keys(body)]).toEqual([200, ['token', 'expires_at']])
  return body.token
}

const createGuest = async (library: TestLibrary): Promise<Client> => client(library.url, await createToken(library))

const createTestGuests = (access: () => 'off' | 'read' = () => 'read') =>
  createGuests({ access, signer: createSigner(undefined), now: Date.now })

const countRows = async ({ library }: TestLibrary) => ({
  users: (await countRecords(library.read)).users,
  tokens: (await library.read.select({ id: tokens.id }).from(tokens)).length,
  entries: (await readTrail({ library })).length,
})

const names = ['labels', 'genres', 'artists', 'albums', 'tracks']

/** All that a guest may send. */
const allowed = [
  ...names.flatMap((name) => [`GET /api/${name}/`, `GET /api/${name}/:id`]),
  'GET /search/',
  'GET /search/counts',
  ...names.map((name) => `GET /search/${name}`),
  ...names.slice(0, 4).map((name) => `GET /console/api/summaries/${name}`),
]

test('a guest may read the catalogue and search it, and nothing else', async (library) => {
  await createFixtures(library.admin)
  const before = await countRows(library)
  const guest = await createGuest(library)
  const accepted: string[] = []
  for (const { method, path, access } of [...apiRoutes, ...consoleRoutes]) {
    if (access === 'everybody') continue
    const url = `/..${path.replace(':id', '1')}${path === '/search/' ? '?q=miles' : path.includes('summaries') ? '?ids=1' : ''}`
    const response = await guest.send(method, url)
    if (response.status === 200) accepted.push(`${method} ${path}`)
    else expectMessage(response, 403, 'Forbidden.')
  }
  expect(accepted.sort()).toEqual(allowed.sort())
  expect(await countRows(library)).toEqual(before)
})

test('a guest gets what a user gets, without users and likes', async (library) => {
  const { user, admin } = library
  const { track } = await createFixtures(admin)
  await user.post(`/tracks/${track.id}/like`)
  const guest = await createGuest(library)
  for (const path of ['/albums', '/tracks/1', '/../search/tracks?q=what', '/../search?q=miles', '/../search/counts']) {
    const [response, ofUser] = [await guest.get(path), await user.get(path)]
    expect([response.status, response.text]).toEqual([200, ofUser.text])
    expect(response.headers.get('etag')).toBe(ofUser.headers.get('etag'))
  }
  expect((await guest.send('HEAD', '/tracks/1')).status).toBe(200)
  expect((await guest.get('/../search?q=example')).body.users).toBeUndefined()
  expect((await user.get('/../search/tracks?liked=true')).body).toHaveLength(1)
  expect((await guest.get('/../search/tracks?liked=true')).body).toEqual([])
  expect((await guest.get('/../search/tracks?liked=false')).body).toHaveLength(1)
  expect((await guest.get('/tracks/99')).status).toBe(404)
  expect((await guest.get('/../search/tracks?nothing=1')).status).toBe(400)
})

test('a token that was changed is none', async () => {
  const guests = createTestGuests()
  const { token } = await guests.createToken()
  const [, ends = '', signature = ''] = /^mguest_(\d+)\.([\w-]{43})$/.exec(token) ?? []
  const other = await createTestGuests().createToken()
  // The last character has two bits that say nothing.
  const lastChanged = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .filter((character) => !signature.endsWith(character))
    .map((character) => token.slice(0, -1) + character)
  const times = [Number(ends) + 1, `0${ends}`, `${ends}0`, `${Number(ends) / 1e3}e3`, -1, '', '9'.repeat(5_000)]
  const forged = [
    ...[...lastChanged, other.token, 'mguest_', token.slice(0, -1), token.slice(1), `${token}A`, `${token}=`],
    ...times.map((changed) => `mguest_${changed}.${signature}`),
    ...['', 'A'.repeat(43), 'é'.repeat(43)].map((changed) => `mguest_${ends}.${changed}`),
  ]
  for (const sent of forged) expect([sent, await guests.isValid(sent)]).toEqual([sent, false])
  expect(await guests.isValid(token)).toBe(true)
})

test('a token that was changed, or that comes in another way, is a 401 before the body is read', async (library) => {
  const token = await createToken(library)
  const send = (authorization: string, init: RequestInit = {}, method = 'GET') =>
    library.anonymous.send(method, '/labels', { ...init, headers: { authorization } })
  for (const sent of [`${token}A`, token.replace('mguest', 'mlib'), token.toUpperCase()])
    expectMessage(await send(`Bearer ${sent}`), 401, 'Unauthenticated.')
  for (const authorization of [token, `Basic ${token}`, `Bearer ${token} ${token}`])
    expect((await send(authorization)).status).toBe(401)
  expect((await fetch(`${library.url}/labels?access_token=${token}&token=${token}`)).status).toBe(401)
  expect((await send(`bearer  ${token}`)).status).toBe(200)
  for (const body of ['{"name": ', 'x'.repeat(1_100_000)])
    expectMessage(await send(`Bearer ${token}`, { body }, 'POST'), 403, 'Forbidden.')
})

test('a token ends after an hour', async () => {
  const { now, advance } = createManualClock()
  await using library = await startTestLibrary({ guest: 'read', now })
  advance(Date.UTC(2026, 0, 1))
  const { body } = await sendToConsole(library.anonymous, 'POST', '/guest')
  expect(body.expires_at).toBe('2026-01-01T01:00:00.000000Z')
  const guest = client(library.url, body.token)
  advance(hour - 1)
  expect((await guest.get('/labels')).status).toBe(200)
  expect((await guest.get('/me')).status).toBe(403)
  advance(1)
  for (const path of ['/labels', '/me']) expectMessage(await guest.get(path), 401, 'Unauthenticated.')
  expect((await (await createGuest(library)).get('/labels')).status).toBe(200)
})

test('where guests are off, their endpoint is like an unknown path', async () => {
  for (const options of [{}, { guest: 'off' }, { guest: 'read', console: false }] as const) {
    await using library = await startTestLibrary(options)
    const send = async (method: string, path: string) => {
      const { status, headers, body } = await fetch(`${new URL(library.url).origin}/console/api${path}`, { method })
      return [status, headers.get('allow'), body && (await new Response(body).text())]
    }
    for (const method of ['POST', 'GET']) expect(await send(method, '/guest')).toEqual(await send(method, '/unknown'))
    expect((await send('POST', '/guest'))[0]).toBe(404)
  }
  await using library = await startTestLibrary({ guest: 'read' })
  const { status, headers } = await fetch(`${new URL(library.url).origin}/console/api/guest`)
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
})

test('a token counts no longer once guests are turned off', async () => {
  let access: 'off' | 'read' = 'read'
  const guests = createTestGuests(() => access)
  const { token } = await guests.createToken()
  expect([await guests.isValid(token), guests.areAllowed()]).toEqual([true, true])
  access = 'off'
  expect([await guests.isValid(token), guests.areAllowed()]).toEqual([false, false])
})

test('a reset ends the tokens, and new ones count', async () => {
  const signer = createSigner(undefined)
  const guests = createGuests({ access: () => 'read', signer, now: Date.now })
  const { token } = await guests.createToken()
  signer.reset()
  const { token: newToken } = await guests.createToken()
  expect([await guests.isValid(token), await guests.isValid(newToken)]).toEqual([false, true])
})

test('the tokens of a client count against its limit of requests, and their responses are not stored', async () => {
  await using library = await startTestLibrary({ guest: 'read', limits: { all: { maxRequests: 3, windowMs: hour } } })
  const responses = []
  // Each node counts for itself.
  for (let n = 1; n <= 3 * nodeCount + 1; n++)
    responses.push(await sendToConsole(library.anonymous, 'POST', '/guest', {}))
  const statuses = responses.map(({ status }) => status)
  expect(statuses).toEqual([...Array<number>(3 * nodeCount).fill(200), 429])
  expect(responses[0]?.headers.get('cache-control')).toBe('no-store')
})

const demo = { accounts: [], resetAt: () => '', reset: async () => {}, onFull: () => {} }

bunTest.each([{ readOnly: true }, { demo }])('guests read, and log in, with the options %j', async (options) => {
  await using library = await startTestLibrary({ guest: 'read', ...options })
  const guest = await createGuest(library)
  expect((await guest.get('/labels')).status).toBe(200)
  expectMessage(await guest.post('/labels', { name: 'Verve' }), 403, 'Forbidden.')
  // The document does not have it.
  const reset = await fetch(`${library.url}/../console/api/demo/reset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest.token}` },
  })
  expect(reset.status).toBe('demo' in options ? 403 : 404)
  const { status, body } = await guest.post('/login', { email: 'user@example.com', password: 'correct horse' })
  expect([status, body.token]).toEqual([200, expect.stringMatching(/^mlib_/)])
  expect((await client(library.url, body.token).get('/me')).status).toBe(200)
})
