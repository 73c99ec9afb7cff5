import { expect } from 'bun:test'
import type { EntryFilter } from '../../../src/audit/filter.ts'
import { readNewestEntries } from '../../../src/audit/store.ts'
import type { Instant } from '../../../src/library/clock.ts'
import { readTrail, runSql } from '../../support/audit.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { type Errors, expectInvalid } from './invalid.ts'

const list = (caller: Client, query = '') => sendToConsole(caller, 'GET', `/audit${query}`)

const linksOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', rel = '']) => [
      rel,
      target,
    ]),
  )

/** Follows the links from a page to the last one. Returns all entries, and how many requests it took. */
const readAll = async (caller: Client, query: string) => {
  const entries: { id: number }[] = []
  let pages = 0
  for (let next: string | undefined = query; next !== undefined; pages++) {
    const { status, body, headers } = await list(caller, next)
    expect(status).toBe(200)
    entries.push(...body)
    next = linksOf(headers).next
  }
  return { entries, pages }
}

test('the entries are those of the audit trail, the newest first, and the links lead through all of them', async (library) => {
  const { admin } = library
  await createFixtures(admin)
  await admin.put('/tracks/1', { title: 'Nardis', artist_ids: [] })
  await admin.delete('/labels/1')
  const isOfAccount = ({ record }: { record: string | null }) => record?.startsWith('users/')
  const not_undoable = expect.stringContaining('not changes of accounts')
  const trail = (await readTrail(library)).toReversed().map((entry) => ({
    ...entry,
    // Deleting the label has changed the artist and the album.
    has_parts: entry.record === 'labels/1' && entry.action === 'delete',
    not_undoable: isOfAccount(entry) ? not_undoable : null,
  }))
  expect(trail.length).toBeGreaterThan(7)
  expect((await list(admin)).body).toEqual(trail)
  expect(await readAll(admin, '?limit=3')).toEqual({ entries: trail, pages: Math.ceil(trail.length / 3) })
  expect((await list(admin, `?before=${trail[1]?.id}&limit=1`)).body).toEqual(trail.slice(2, 3))
  expect(linksOf((await list(admin, '?limit=2&before=5')).headers).first).toBe('?limit=2')
  expect(linksOf((await list(admin, '?before=1')).headers)).toEqual({ first: '?' })
})

test('a filter finds the entries that have what it names', async (library) => {
  const { admin, createAccount } = library
  await createFixtures(admin)
  const other = await createAccount('nica@example.com', 'admin')
  await other.put('/tracks/1', { title: 'Nardis' })
  await other.put('/me', { email: 'pannonica@example.com', current_password: 'correct horse' })
  const marked = (await readTrail(library)).at(-1)?.created_at
  await other.post('/labels', { name: 'Verve' })
  const find = async (query: string) => {
    const { body } = await list(admin, `?${query}`)
    return body.map(({ action, record }: { action: string; record: string }) => `${action} ${record}`)
  }
  expect(await find('record=tracks/1')).toEqual(['update tracks/1', 'create tracks/1'])
  expect(await find('record=tracks')).toEqual(['update tracks/1', 'create tracks/1'])
  const ofOther = ['create labels/2', `update users/${other.id}`, 'update tracks/1', `login users/${other.id}`]
  expect(await find('user=NICA@example.com')).toEqual(ofOther.slice(1))
  expect(await find('user=pannonica@example.com')).toEqual(ofOther)
  expect(await find(`user=${other.id}`)).toEqual(ofOther)
  expect(await find('user=nobody@example.com')).toEqual([])
  expect(await find('user=99')).toEqual([])
  expect(await find('action=create&record=labels')).toEqual(['create labels/2', 'create labels/1'])
  expect(await find('action=create,login&record=labels')).toEqual(['create labels/2', 'create labels/1'])
  expect(await find('q=nardis')).toEqual(['update tracks/1'])
  expect(await find('q=VERVE&action=create')).toEqual(['create labels/2'])
  expect(await find('q=n_rdis')).toEqual([])
  expect(await find(`since=${marked}`)).toEqual(ofOther.slice(0, 2))
  expect(await find('since=9999-01-01')).toEqual([])
  expect(await find(`since=2020-01-01&until=${marked}&user=${other.id}`)).toEqual(ofOther.slice(2))
  expect(await find('until=2020-01-01')).toEqual([])
  expect(await find('since=2020-01-01&action=update')).toEqual([`update users/${other.id}`, 'update tracks/1'])
})

const wrongQueries: [query: string, errors: Errors][] = [
  ['record=tracks/0', { record: /must be a record such as tracks\/3, or one of labels/ }],
  ['user=', { user: 'The user must be an id or an e-mail address.' }],
  ['action=like', { action: /must be one of create, update/ }],
  ['since=7d', { since: /must be a day that exists/ }],
  ['until=1d', { until: /must be a day that exists/ }],
  ['limit=1001', { limit: /a whole number from 1 to 1000/ }],
  ['before=0', { before: /must be a whole number from 1/ }],
  ['offset=1', { offset: /is not a parameter of this request/ }],
]

test('a wrong parameter is a 400 that names it', async ({ admin }) => {
  for (const [query, errors] of wrongQueries) expectInvalid(await list(admin, `?${query}`), errors, query)
})

test('a request tests a part of many entries, and the next ones go on behind it', async ({ admin, file, library }) => {
  await admin.post('/labels', { name: 'Verve' })
  runSql(
    file,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     INSERT INTO audit (created_at, source, action) SELECT '2026-01-01T00:00:00.000000Z', 'cli', 'keys' FROM n`,
  )
  const read = (filter: EntryFilter, before?: number) =>
    readNewestEntries(library.read, filter, { before, limit: 10, maxTested: 2_000 })
  const first = await read({ record: 'labels/1' })
  const second = await read({ record: 'labels/1' }, first.next)
  expect([first.entries.length, second.entries.length, second.next]).toEqual([0, 1, undefined])
  // It stops where entries are too old.
  expect(await read({ record: 'labels/1', since: '2026-01-02T00:00:00.000000Z' as Instant })).toEqual({
    entries: [],
  } as never)
})
