import { expect } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import type { ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'

const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
const track = { title: 'x', file_path: 'x', duration_seconds: 1, album_id: 1, artist_ids: [1], genre_ids: [1] }
const artist = { name: 'x', cover_path: 'x', release_date: '1959-08-17', label_id: 1, duration: 1 }
const album = { title: 'x', cover_path: 'x', release_date: null, duration_seconds: 1, type: 'ep', label_id: 1 }

/** Every endpoint with a body, and a valid body. The first two need no token. */
export const endpoints: [method: string, path: string, body: Record<string, unknown>][] = [
  ['POST', '/register', { ...account, password_confirmation: account.password }],
  ['POST', '/login', { email: 'nobody@example.com', password: 'wrong horse' }],
  ['PUT', '/me', { name: 'Admin', email: 'admin@example.com' }],
  ['POST', '/users', { ...account, role_id: 2 }],
  ['PUT', '/users/2', { name: 'User', email: 'user@example.com', role_id: 2 }],
  ['POST', '/labels', { name: 'x' }],
  ['PUT', '/labels/1', { name: 'x' }],
  ['POST', '/genres', { name: 'x' }],
  ['PUT', '/genres/1', { name: 'x' }],
  ['POST', '/artists', artist],
  ['PUT', '/artists/1', artist],
  ['POST', '/albums', album],
  ['PUT', '/albums/1', album],
  ['POST', '/tracks', track],
  ['PUT', '/tracks/1', track],
]

const tables = [...resourceNames, 'users']

/** A text that differs between two states of the library: every write adds, removes or updates a row. */
const stateOf = async (other: SqlConnection) => {
  const counts = ['tokens', 'likes'].map((table) => `SELECT '${table}', count(*), '' FROM ${table}`)
  const latest = tables.map(
    (table) => `SELECT '${table}' AS name, count(*) AS count, max(updated_at) AS latest FROM ${table}`,
  )
  return JSON.stringify(await other.query([...latest, ...counts].join(' UNION ALL ')))
}

/** Runs `work` with a library that has fixtures, and a connection of its own to its database. */
export const withLibrary = async (work: (library: TestLibrary, other: SqlConnection) => Promise<void>) => {
  await using library = await startTestLibrary()
  await createFixtures(library.admin)
  await using other = openSql(library.databaseUrl)
  await work(library, other)
}

/** Expects a response that docs/api.md describes. */
const expectDocumented = ({ status, text, body, headers }: ClientResponse) => {
  expect(status).toBeLessThan(500)
  if (status === 204) return expect(text).toBe('')
  expect(headers.get('content-type')).toMatch(/^application\/json\b/)
  expect(body).toBeDefined()
  if (status < 400) return
  expect(body.message).toEqual(expect.any(String))
  const hasErrors = body.message === 'The given data was invalid.' || status === 422
  expect(Object.keys(body).sort()).toEqual(hasErrors ? ['errors', 'message'] : ['message'])
  for (const sentences of Object.values(body.errors ?? {})) {
    expect(sentences).toEqual(expect.arrayContaining([expect.any(String)]))
  }
}

/** Sends a request. Expects a documented response, and an unchanged library if the status is an error. */
export const sendAndCheck = async (other: SqlConnection, request: () => Promise<ClientResponse>) => {
  const before = await stateOf(other)
  const response = await request()
  expectDocumented(response)
  if (response.status >= 400) expect(await stateOf(other)).toBe(before)
  return response
}
