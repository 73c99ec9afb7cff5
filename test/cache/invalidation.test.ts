import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createLibraryCache } from '../../src/app/app.ts'
import { createCache } from '../../src/cache/cache.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { labels } from '../../src/library/catalogueSchema.ts'
import { now } from '../../src/library/clock.ts'
import type { Database } from '../../src/library/database.ts'
import { RequestWork } from '../../src/library/longWork.ts'
import { trackedTables } from '../../src/search/searchables.ts'
import { cacheOptions } from '../support/cacheOptions.ts'
import { createLabel, updateLabel } from '../support/catalogueStore.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { newDatabase } from '../support/database.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { createOwner } from '../support/owner.ts'
import { openUncachedReader } from '../support/uncached.ts'

const work = new RequestWork(() => createOwner('account 1'), new Request('http://localhost/'))

/** Creates two sets of fixtures, a track without relations, and a track with relations to records of both sets. */
const createRecords = async ({ admin, user }: TestLibrary) => {
  await createFixtures(admin)
  const { create } = await createFixtures(admin)
  await create('/tracks', { title: 'Alone', file_path: 'alone.flac' })
  await create('/tracks', { title: 'Mixed', file_path: 'mixed.flac', album_id: 2, artist_ids: [1], genre_ids: [2] })
  for (const id of [1, 2, 4]) await user.post(`/tracks/${id}/like`)
}

const paths = [
  ...resourceNames.flatMap((name) => [`/${name}`, ...[1, 2, 3, 4, 5].map((id) => `/${name}/${id}`)]),
  '/me',
  '/me/likes',
]

/** In this order each of them changes what is read. */
const changes: [description: string, method: string, path: string, body?: object][] = [
  ['a label is renamed', 'PUT', '/labels/1', { name: 'Other' }],
  ['a label is created', 'POST', '/labels', { name: 'Other' }],
  ['a genre is renamed', 'PUT', '/genres/2', { name: 'Other' }],
  ['an artist is renamed', 'PUT', '/artists/1', { name: 'Other' }],
  ['an artist changes labels', 'PUT', '/artists/1', { label_id: 2 }],
  ['an artist is created', 'POST', '/artists', { name: 'Other', label_id: 1 }],
  ['an album is renamed', 'PUT', '/albums/2', { title: 'Other' }],
  ['an album changes labels', 'PUT', '/albums/2', { label_id: 1 }],
  ['an album is created', 'POST', '/albums', { title: 'Other', label_id: 1 }],
  ['a track is renamed', 'PUT', '/tracks/4', { title: 'Other' }],
  ['a track changes albums', 'PUT', '/tracks/4', { album_id: 1 }],
  ['a track is removed from its album', 'PUT', '/tracks/4', { album_id: null }],
  ['a track is put on an album', 'PUT', '/tracks/4', { album_id: 2 }],
  ['a track gets other artists', 'PUT', '/tracks/4', { artist_ids: [2, 1] }],
  ['a track gets other genres', 'PUT', '/tracks/4', { genre_ids: [1, 2] }],
  [
    'a track is created',
    'POST',
    '/tracks',
    { title: 'x', file_path: 'x', album_id: 1, artist_ids: [2], genre_ids: [1] },
  ],
  ['a track is liked', 'POST', '/tracks/3/like'],
  ['a track is unliked', 'DELETE', '/tracks/4/like'],
  ['a label is deleted', 'DELETE', '/labels/1'],
  ['a genre is deleted', 'DELETE', '/genres/2'],
  ['an artist is deleted', 'DELETE', '/artists/1'],
  ['an album is deleted', 'DELETE', '/albums/2'],
  ['a track is deleted', 'DELETE', '/tracks/4'],
]

test('after each kind of change, no cached response is stale', async () => {
  await using library = await startTestLibrary()
  await createRecords(library)
  await using reader = await openUncachedReader(library.file)
  const readAll = async (get: (path: string) => Promise<{ text: string }>) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await get(path)).text] as const)))
  let before = await readAll(library.user.get)
  for (const [description, method, path, body] of changes) {
    const caller = path.endsWith('/like') ? library.user : library.admin
    const { status } = await caller.send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect([description, status < 300]).toEqual([description, true])
    const cached = await readAll(library.user.get)
    expect([description, cached]).toEqual([description, await readAll((path) => reader.get(path, library.user.token))])
    // The change is seen in what was cached before it.
    expect([description, cached]).not.toEqual([description, before])
    before = cached
  }
})

/** Calls `afterRead` after each select of one row that the object, or what its methods return, runs. */
const observeReads = <Target extends object>(target: Target, afterRead: () => Promise<unknown>): Target =>
  new Proxy(target, {
    get: (object, name) => {
      const member = Reflect.get(object, name)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        const result = member.apply(object, parameters)
        if (name === 'get') return Promise.resolve(result).then(async (row) => afterRead().then(() => row))
        return typeof result === 'object' && result !== null ? observeReads(result, afterRead) : result
      }
    },
  })

/**
 * Creates a cache, for which `afterRead` is called between a read and its end. Returns a function that sends label 1, and returns
 * how often it has been read until then.
 */
const countReads = (database: Database, afterRead: () => Promise<unknown> = async () => {}) => {
  let reads = 0
  const countRead = async () => {
    reads++
    await afterRead()
  }
  const cache = createCache({
    database: { ...database, read: observeReads(database.read, countRead) },
    otherTables: trackedTables,
    userListKinds: [],
    maxBytes: 1_000_000,
    onError: () => {},
    ...cacheOptions,
  })
  return async () => {
    await cache.sendRecord('labels', 1, work)
    return reads
  }
}

test('a response that was read before a write, and stored after it, is stale', async () => {
  await using database = await newDatabase()
  const { id } = await database.write((tx) => createLabel(tx, 'Columbia'))
  let writeMeanwhile = () => database.write((tx) => updateLabel(tx, id, 'Verve'))
  const send = countReads(database, () => writeMeanwhile())
  expect(await send()).toBe(1)
  writeMeanwhile = () => database.write((tx) => createLabel(tx, 'Blue Note'))
  expect(await send()).toBe(2)
  expect(await send()).toBe(2)
})

test('a change in a table that is not tracked empties the cache', async () => {
  await using database = await newDatabase()
  using file = new Sqlite(database.path)
  file.run('CREATE TABLE moods (name TEXT NOT NULL)')
  await database.write((tx) => createLabel(tx, 'Columbia'))
  const send = countReads(database)
  expect([await send(), await send()]).toEqual([1, 1])
  await database.write((tx) => tx.db.insert(sqliteTable('moods', { name: text() })).values({ name: 'blue' }))
  expect(await send()).toBe(2)
})

test('two caches of one library are both invalidated', async () => {
  await using library = await newDatabase()
  const { id } = await library.write((tx) => createLabel(tx, 'Columbia'))
  const caches = [1, 2].map(() => createLibraryCache(library, { ...cacheOptions, maxBytes: 1_000_000 }))
  const names = () =>
    Promise.all(
      caches.map(async (cache) => {
        const response = await cache.sendRecord('labels', id, work)
        return ((await response.json()) as { name: string }).name
      }),
    )
  expect(await names()).toEqual(['Columbia', 'Columbia'])
  await library.write((tx) => updateLabel(tx, id, 'Verve'))
  expect(await names()).toEqual(['Verve', 'Verve'])
})

test('after a write of more changes than are reported one by one, no response is from before it', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  const count = 20_001
  const readNames = async () => {
    const list = (await user.get('/labels')).body
    const single = await Promise.all([1, count].map(async (id) => (await user.get(`/labels/${id}`)).body.name))
    return [list.length, list.at(0).name, list.at(-1).name, ...single]
  }
  {
    using file = new Sqlite(library.file)
    const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})`
    file.run(`${numbers} INSERT INTO labels (name, created_at, updated_at) SELECT n, ?1, ?1 FROM numbers`, [now()])
  }
  expect(await readNames()).toEqual([count, '0', '20000', '0', '20000'])
  await library.library.write(async (tx) => void (await tx.db.update(labels).set({ name: sql`${labels.name} || '!'` })))
  expect(await readNames()).toEqual([count, '0!', '20000!', '0!', '20000!'])
})
