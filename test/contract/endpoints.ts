import { type ResourceName, resourceNames } from '../../src/catalogue/resources.ts'
import type { Client } from '../support/client.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import { engine } from '../support/engine.ts'
import { password, type TestLibrary } from '../support/library.ts'

export type Access = 'everyone' | 'users' | 'admins'

type Body = Record<string, unknown>

/** One endpoint. `:id` stands for a record that exists. `body` is called with a number that differs between requests. */
export type Endpoint = [access: Access, method: string, path: string, success: number, body?: (n: number) => Body]

/** A valid body of each resource, for POST and PUT. */
const bodies: Record<ResourceName, Body> = {
  labels: { name: 'Verve' },
  genres: { name: 'Bebop' },
  artists: { name: 'Bill Evans' },
  albums: { title: 'Milestones' },
  tracks: { title: 'Freddie Freeloader', file_path: '2.flac' },
}

const account = (n: number) => ({ name: 'Nica', email: `nica${n}@example.com`, password: 'pannonica' })

/** Every endpoint below /api. */
export const endpoints: Endpoint[] = [
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
  ['admins', 'POST', '/users', 201, (n) => account(100 + n)],
  ['admins', 'PUT', '/users/:id', 200, () => ({ name: 'Renamed' })],
  ['admins', 'DELETE', '/users/:id', 204],
]

/** Every search, and the list of changes. */
export const endpointsBesideApi: Endpoint[] = [
  ['users', 'GET', '/search?q=a', 200],
  ['users', 'GET', '/search/counts', 200],
  ...resourceNames.map((name): Endpoint => ['users', 'GET', `/search/${name}`, 200]),
  ['admins', 'GET', '/search/users', 200],
  ['users', 'GET', '/changes', 200],
]

/** An endpoint below /console/api. `createId` creates the record that `:id` stands for, a new one for each request. */
export type ConsoleEndpoint = [...Endpoint, createId?: (library: TestLibrary, caller: Client) => Promise<number>]

const player = { user_id: 1, name: 'player' }

/** Creates a record of the console. Returns its id. */
const create = async (admin: Client, path: string, body: Body): Promise<number> =>
  (await sendToConsole(admin, 'POST', path, body)).body.id

/** Logs the account of a client in once more. Returns the id of the token. */
const createSession = async ({ anonymous }: TestLibrary, caller: Client): Promise<number> => {
  const { email } = (await caller.get('/me')).body
  await anonymous.post('/login', { email, password })
  const ids: number[] = (await sendToConsole(caller, 'GET', '/sessions')).body.map(({ id }: { id: number }) => id)
  return Math.max(...ids)
}

/** Creates a label. Returns the id of its entry in the audit trail. */
const createEntry = async ({ admin }: TestLibrary): Promise<number> => {
  await admin.post('/labels', { name: 'Verve' })
  return (await sendToConsole(admin, 'GET', '/audit?limit=1')).body[0].id
}

/** The digest of no preview: a request with it is rejected once its caller may make it. */
const wrongDigest = '0'.repeat(64)

/** The path of an endpoint, without the query string that its request needs. */
export const withoutQuery = (path: string) => path.replace(/\?.*/, '')

/** Every endpoint below /console/api. */
export const consoleEndpoints: ConsoleEndpoint[] = [
  // The library of these tests has an admin.
  ['everyone', 'POST', '/setup', 409, (n) => ({ code: 'mset_', ...account(n), password_confirmation: 'pannonica' })],
  // Both are off by default.
  ['everyone', 'POST', '/proxy-login', 403],
  ['everyone', 'POST', '/guest', 404],
  ...['labels', 'genres', 'artists', 'albums'].map(
    (name): ConsoleEndpoint => ['users', 'GET', `/summaries/${name}?ids=1`, 200],
  ),
  // Without the key of a picture. The folder for covers is off.
  ...['albums', 'artists'].map((name): ConsoleEndpoint => ['everyone', 'GET', `/covers/${name}/:id`, 401]),
  ['admins', 'GET', '/covers/file?path=cover.jpg', 404],
  ...[...resourceNames, 'users'].map((name): ConsoleEndpoint => ['admins', 'GET', `/references/${name}/:id`, 200]),
  ['users', 'GET', '/sessions', 200],
  ['users', 'DELETE', '/sessions/:id', 204, undefined, createSession],
  ['users', 'DELETE', '/sessions', 200],
  ['admins', 'GET', '/audit', 200],
  ['admins', 'POST', '/audit/:id/revert', 200, () => ({ dry_run: true }), createEntry],
  ['admins', 'GET', '/tokens', 200],
  ['admins', 'POST', '/tokens', 201, () => player],
  ['admins', 'DELETE', '/tokens/:id', 204, undefined, ({ admin }) => create(admin, '/tokens', player)],
  ['admins', 'POST', '/bulk/tracks', 200, () => ({ ids: [1], changes: { genre_ids: { set: [] } } })],
  ['admins', 'POST', '/bulk/albums', 200, () => ({ ids: [1], changes: { type: 'ep' } })],
  ['admins', 'POST', '/bulk/artists', 200, () => ({ ids: [1], changes: { label_id: null } })],
  ...['labels', 'genres', 'artists', 'albums'].map(
    (name): ConsoleEndpoint => ['admins', 'POST', `/${name}/:id/merge`, 400, () => ({ from: [] }), async () => 1],
  ),
  ['admins', 'GET', '/duplicates?resource=labels', 200],
  ['admins', 'GET', '/namesakes?resource=labels&name=Columbia', 200],
  ...resourceNames.map(
    (name): ConsoleEndpoint => ['admins', 'POST', `/bulk/${name}/delete`, 200, () => ({ ids: [1], dry_run: true })],
  ),
  ['admins', 'POST', '/albums/:id/tracks', 200, () => ({ text: 'Solar\tsolar.flac', dry_run: true })],
  ['admins', 'POST', '/tracks', 201, () => ({ title: 'Solar' })],
  ['admins', 'GET', '/invitations', 200],
  ['admins', 'POST', '/invitations', 201, () => ({ uses: 2 })],
  ['admins', 'DELETE', '/invitations/:id', 204, undefined, ({ admin }) => create(admin, '/invitations', {})],
  ['admins', 'POST', '/seed/preview?prune=true', 200, () => ({ labels: [] })],
  ['admins', 'POST', `/seed?digest=${wrongDigest}`, 409, () => ({ labels: [] })],
  ['admins', 'GET', '/seed/progress', 200],
  ['admins', 'POST', '/seed/merged?with_new=false', 200, () => ({ labels: [] })],
  ['admins', 'GET', '/sample', 200],
  ['admins', 'GET', '/example-table', 200],
  ['admins', 'GET', '/export', 200],
  ...resourceNames.map((name): ConsoleEndpoint => ['users', 'GET', `/csv/${name}`, 200]),
  ['admins', 'GET', '/backups', 200],
  // A library on PostgreSQL is backed up with PostgreSQL's tools.
  ['admins', 'POST', '/backups', engine === 'file' ? 201 : 409],
  // There is no backup with this name.
  ['admins', 'POST', '/backups/downloads', 404, () => ({ name: 'library.db', current_password: password })],
  ['admins', 'GET', '/health', 200],
  ['admins', 'POST', '/health/checks', 200],
]

/** The id of the first record of a resource. Creates one where the fixtures have none. */
export const readRecordId = async (admin: Client, name: ResourceName): Promise<number> => {
  const [first] = (await admin.get(`/${name}`)).body
  return (first ?? (await admin.post(`/${name}`, bodies[name])).body).id
}
