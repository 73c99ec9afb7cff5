import { expect } from 'bun:test'
import { entriesOf, summarize } from '../support/audit.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'

/** Members that have a value after a creation, or had one before a deletion. */
const created = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).map(([name, to]) => [name, { from: null, to }]))
const deleted = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).map(([name, from]) => [name, { from, to: null }]))

type Members = Record<string, unknown>

const instant = '1959-08-17T00:00:00.000000Z'
const day = '1959-08-17'

/** The members of a new record, an update, its changes, and the members of the record as entries have them. */
const cases: [path: string, create: Members, update: Members, changes: Members, stored?: Members][] = [
  ['labels', { name: 'Verve' }, { name: 'Impulse' }, { name: { from: 'Verve', to: 'Impulse' } }],
  [
    'artists',
    { name: 'Bill Evans', label_id: 1, release_date: day, duration: 60, cover_path: 'a.jpg' },
    { label_id: null, duration: 61, cover_path: null, release_date: '1960-01-02' },
    {
      label_id: { from: 1, to: null },
      duration: { from: 60, to: 61 },
      cover_path: { from: 'a.jpg', to: null },
      release_date: { from: instant, to: '1960-01-02T00:00:00.000000Z' },
    },
    { release_date: instant },
  ],
  [
    'albums',
    { title: 'Milestones', label_id: 1, release_date: day, duration_seconds: 60, type: 'single', cover_path: 'a.jpg' },
    { title: 'Sketches', type: 'ep', label_id: null, release_date: null },
    {
      title: { from: 'Milestones', to: 'Sketches' },
      type: { from: 'single', to: 'ep' },
      label_id: { from: 1, to: null },
      release_date: { from: instant, to: null },
    },
    { release_date: instant },
  ],
  [
    'tracks',
    { title: 'Nardis', file_path: 'n.flac', duration_seconds: 60, album_id: 1, artist_ids: [2, 1], genre_ids: [1] },
    { file_path: 'm.flac', album_id: null, artist_ids: [2], genre_ids: [] },
    {
      file_path: { from: 'n.flac', to: 'm.flac' },
      album_id: { from: 1, to: null },
      artist_ids: { from: [1, 2], to: [2] },
      genre_ids: { from: [1], to: [] },
    },
    { artist_ids: [1, 2] },
  ],
]

test.each(cases)('entries about %s have the old and new values of changed members', async (library, ...row) => {
  const [path, create, update, changes, stored = {}] = row
  const { admin } = library
  await createFixtures(admin)
  await admin.post('/artists', { name: 'Second' })
  let id = 0
  const entries = await entriesOf(library, async () => {
    id = (await admin.post(`/${path}`, create)).body.id
    expect((await admin.put(`/${path}/${id}`, update)).status).toBe(200)
    expect((await admin.put(`/${path}/${id}`, update)).status).toBe(200)
    expect((await admin.delete(`/${path}/${id}`)).status).toBe(204)
  })
  const before = { ...create, ...stored }
  const newValues = Object.entries(changes as Record<string, { to: unknown }>).map(([name, { to }]) => [name, to])
  const after = Object.entries({ ...before, ...Object.fromEntries(newValues) })
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  const last = Object.fromEntries(after.filter(([, value]) => !isEmpty(value)))
  const record = `${path}/${id}`
  expect(summarize(entries)).toEqual([
    { action: 'create', record, changes: created(before) },
    { action: 'update', record, changes: changes as never },
    { action: 'update', record, changes: {} },
    { action: 'delete', record, changes: deleted(last) },
  ])
})

test('the order and repetition of ids are no changes; an update of one relation leaves the other out', async (library) => {
  const { admin } = library
  await createFixtures(admin)
  await admin.post('/artists', { name: 'Second' })
  await admin.put('/tracks/1', { artist_ids: [2, 1] })
  const entries = await entriesOf(library, async () => {
    for (const artist_ids of [
      [1, 2],
      [2, 1, 2],
    ])
      expect((await admin.put('/tracks/1', { artist_ids })).status).toBe(200)
    expect((await admin.put('/tracks/1', { genre_ids: [] })).status).toBe(200)
    expect((await admin.put('/tracks/1', { title: 'So What?' })).status).toBe(200)
  })
  expect(entries.map(({ changes }) => changes)).toEqual([
    {},
    {},
    { genre_ids: { from: [1], to: [] } },
    { title: { from: 'So What', to: 'So What?' } },
  ])
})

test('each change of an account by an admin has an entry of its own, and own changes have one for each action', async (library) => {
  const { admin, user } = library
  const { role_id } = (await admin.get('/me')).body
  const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const entries = await entriesOf(library, async () => {
    const { id } = (await admin.post('/users', account)).body
    await admin.put(`/users/${id}`, { name: 'Nica R', email: 'n@example.com', role_id, password: 'another one' })
    await admin.put(`/users/${id}`, { role_id })
    await admin.delete(`/users/${id}`)
    await user.put('/me', { name: 'Ada' })
    await user.put('/me', { current_password: 'correct horse', password: 'another one' })
    await user.put('/me', { current_password: 'another one', email: 'ada@example.com' })
  })
  const [from, to] = [null, null]
  expect(summarize(entries)).toEqual([
    {
      action: 'create',
      record: 'users/3',
      changes: {
        name: { from, to: 'Nica' },
        email: { from, to: 'nica@example.com' },
        role: { from, to: 'user' },
      },
    },
    { action: 'role', record: 'users/3', changes: { role: { from: 'user', to: 'admin' } } },
    { action: 'password', record: 'users/3', changes: null },
    {
      action: 'update',
      record: 'users/3',
      changes: {
        name: { from: 'Nica', to: 'Nica R' },
        email: { from: 'nica@example.com', to: 'n@example.com' },
      },
    },
    { action: 'update', record: 'users/3', changes: {} },
    {
      action: 'delete',
      record: 'users/3',
      changes: { name: { from: 'Nica R', to }, email: { from: 'n@example.com', to }, role: { from: 'admin', to } },
    },
    { action: 'password', record: 'users/2', changes: null },
    {
      action: 'update',
      record: 'users/2',
      changes: { name: { from: 'user', to: 'Ada' }, email: { from: 'user@example.com', to: 'ada@example.com' } },
    },
  ])
})
