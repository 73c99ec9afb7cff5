import { type ResourceName, resourceNames } from '../../src/catalogue/resources.ts'
import type { Client } from '../support/client.ts'
import { password } from '../support/library.ts'

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
  ['admins', 'POST', '/users', 201, account],
  ['admins', 'PUT', '/users/:id', 200, () => ({ name: 'Renamed' })],
  ['admins', 'DELETE', '/users/:id', 204],
]

/** Every search. */
export const searchEndpoints: Endpoint[] = [
  ...resourceNames.map((name): Endpoint => ['users', 'GET', `/search/${name}`, 200]),
  ['admins', 'GET', '/search/users', 200],
]

/** The digest of no preview: a request with it is refused once its caller may make it. */
const wrongDigest = '0'.repeat(64)

/** Every endpoint of the console. */
export const consoleEndpoints: Endpoint[] = [
  ['admins', 'POST', '/console/api/seed/preview?prune=true', 200, () => ({ labels: [] })],
  ['admins', 'POST', `/console/api/seed?digest=${wrongDigest}`, 409, () => ({ labels: [] })],
  ['admins', 'GET', '/console/api/sample', 200],
  ['admins', 'GET', '/console/api/export', 200],
  ['admins', 'GET', '/console/api/backups', 200],
  ['admins', 'POST', '/console/api/backups', 201],
  ['admins', 'GET', '/console/api/health', 200],
  ['admins', 'POST', '/console/api/health/checks', 200],
]

/** The id of the first record of a resource. Creates one where the fixtures have none. */
export const readRecordId = async (admin: Client, name: ResourceName): Promise<number> => {
  const [first] = (await admin.get(`/${name}`)).body
  return (first ?? (await admin.post(`/${name}`, bodies[name])).body).id
}
