import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createCache } from '../../src/cache/cache.ts'
import { createLabel, readLabel, updateLabel } from '../../src/catalogue/label/store.ts'
import { resources } from '../../src/catalogue/resources.ts'
import type { Database } from '../../src/database/database.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { newDatabase } from '../support/database.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { openUncachedReader } from '../support/uncached.ts'

/** A label, genre, artist, album and track that are tied together, one of each that is not, and a track of half of them. */
const fill = async ({ admin, user }: TestLibrary) => {
  await createFixtures(admin)
  const { create } = await createFixtures(admin)
  await create('/tracks', { title: 'Alone', file_path: 'alone.flac' })
  await create('/tracks', { title: 'Half', file_path: 'half.flac', album_id: 2, artist_ids: [1], genre_ids: [2] })
  for (const id of [1, 2, 4]) await user.post(`/tracks/${id}/like`)
}

const paths = [
  ...['labels', 'genres', 'artists', 'albums', 'tracks'].flatMap((noun) => [
    `/${noun}`,
    ...[1, 2, 3, 4, 5].map((id) => `/${noun}/${id}`),
  ]),
  '/me',
  '/me/likes',
]

const changes: [what: string, method: string, path: string, body?: object][] = [
  ['a label is renamed', 'PUT', '/labels/1', { name: 'Other' }],
  ['a label is made', 'POST', '/labels', { name: 'Other' }],
  ['a label is deleted', 'DELETE', '/labels/1'],
  ['a genre is renamed', 'PUT', '/genres/2', { name: 'Other' }],
  ['a genre is deleted', 'DELETE', '/genres/2'],
  ['an artist is renamed', 'PUT', '/artists/1', { name: 'Other' }],
  ['an artist changes labels', 'PUT', '/artists/1', { label_id: 2 }],
  ['an artist is made', 'POST', '/artists', { name: 'Other', label_id: 1 }],
  ['an artist is deleted', 'DELETE', '/artists/1'],
  ['an album is renamed', 'PUT', '/albums/2', { title: 'Other' }],
  ['an album changes labels', 'PUT', '/albums/2', { label_id: 1 }],
  ['an album is made', 'POST', '/albums', { title: 'Other', label_id: 1 }],
  ['an album is deleted', 'DELETE', '/albums/2'],
  ['a track is renamed', 'PUT', '/tracks/4', { title: 'Other' }],
  ['a track changes albums', 'PUT', '/tracks/4', { album_id: 1 }],
  ['a track leaves its album', 'PUT', '/tracks/4', { album_id: null }],
  ['a track gets other artists', 'PUT', '/tracks/4', { artist_ids: [2] }],
  ['a track gets other genres', 'PUT', '/tracks/4', { genre_ids: [1] }],
  ['a track is made', 'POST', '/tracks', { title: 'x', file_path: 'x', album_id: 1, artist_ids: [2], genre_ids: [1] }],
  ['a track is deleted', 'DELETE', '/tracks/4'],
  ['a track is liked', 'POST', '/tracks/3/like'],
  ['a track is no longer liked', 'DELETE', '/tracks/4/like'],
]

test.each(changes)(
  'when %s, every remembered response that shows it is made anew',
  async (...[, method, path, body]) => {
    await using library = await startTestLibrary()
    await fill(library)
    const responses = (): Promise<string[]> =>
      Promise.all(paths.map(async (each) => (await library.user.get(each)).text))
    await responses()
    const asked = path.endsWith('/like') ? library.user : library.admin
    const { status } = await asked.send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(status).toBeLessThan(300)
    const after = await responses()
    await using fresh = await openUncachedReader(library.file)
    const expected = await Promise.all(paths.map(async (each) => (await fresh.get(each, library.user.token)).text))
    expect(Object.fromEntries(paths.map((each, at) => [each, after[at]]))).toEqual(
      Object.fromEntries(paths.map((each, at) => [each, expected[at]])),
    )
  },
)

/** A cache in which a label is read by `read`, and a function that sends it and returns how often it was read until then. */
const countReads = (database: Database, read: (id: number) => Promise<object>) => {
  let reads = 0
  const readOne = (_: Database, id: number) => {
    reads++
    return read(id)
  }
  const cache = createCache({
    database,
    resources: { ...resources, labels: { ...resources.labels, readOne } },
    otherTables: [],
    userListKinds: [],
    maxBytes: 1_000_000,
  })
  return async () => {
    await cache.sendRecord('labels', 1, new Request('http://localhost/'))
    return reads
  }
}

test('a response that was read before a write, and stored after it, is stale', async () => {
  await using database = await newDatabase()
  const { id } = await database.write((tx, now) => createLabel(tx, now, 'Columbia'))
  let writeMeanwhile = () => database.write((tx, now) => updateLabel(tx, now, id, 'Verve'))
  const send = countReads(database, async () => {
    const label = await readLabel(database.read, id)
    await writeMeanwhile()
    return label
  })
  expect(await send()).toBe(1)
  writeMeanwhile = () => database.write((tx, now) => createLabel(tx, now, 'Blue Note'))
  expect(await send()).toBe(2)
  expect(await send()).toBe(2)
})

test('a change in a table that is not tracked empties the cache', async () => {
  await using database = await newDatabase()
  using file = new Sqlite(database.file)
  file.run('CREATE TABLE moods (name TEXT NOT NULL)')
  const send = countReads(database, async (id) => ({ id }))
  expect([await send(), await send()]).toEqual([1, 1])
  await database.write((tx) => tx.insert(sqliteTable('moods', { name: text() })).values({ name: 'blue' }))
  expect(await send()).toBe(2)
})
