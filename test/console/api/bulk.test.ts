import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { AuditEntry } from '../../../src/audit/model.ts'
import { yieldToEventLoop } from '../../../src/base/eventLoop.ts'
import { entriesOf, historyOf, runSql } from '../../support/audit.ts'
import { seedValue } from '../../support/catalogue.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures, createMany } from '../../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../../support/library.ts'

const bulk = ({ admin }: TestLibrary, resource: string, body: unknown) =>
  sendToConsole(admin, 'POST', `/bulk/${resource}`, body)

const numbers = (count: number, after = 0) => Array.from({ length: count }, (_, n) => after + n + 1)

/** The contents of all tables that a change of the catalogue writes to. */
const readTables = ({ file }: TestLibrary) =>
  ['labels', 'artists', 'albums', 'tracks', 'artist_track', 'genre_track', 'audit'].map((table) =>
    runSql(file, `SELECT * FROM ${table}`),
  )

/** Creates the fixtures, genres 2 and 3, artist 2, albums 2, and tracks 2 and 3: track 3 has artist 2 and no genre. */
const fill = async ({ admin }: TestLibrary) => {
  const { create } = await createFixtures(admin)
  await createMany(admin, '/genres', 2)
  await create('/artists', { name: 'Bill Evans' })
  await create('/albums', { title: 'Milestones' })
  const track = { title: 'Nardis', file_path: 'n.flac', artist_ids: [1, 2], genre_ids: [1, 2] }
  await create('/tracks', track)
  await create('/tracks', { ...track, artist_ids: [2], genre_ids: [] })
}

test('relations of tracks are added, removed and replaced, and records with the values already stay as they are', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  await fill(library)
  const untouched = (await user.get('/tracks/2')).body
  const result = await bulk(library, 'tracks', {
    ids: [3, 1, 2, 1],
    changes: { genre_ids: { add: [2], remove: [3] }, artist_ids: { add: [1] } },
  })
  expect(result.status).toBe(200)
  expect(result.body).toEqual({
    changed: 2,
    unchanged: 1,
    changes: [
      { id: 1, name: 'So What', members: { genre_ids: { from: [1], to: [1, 2] } } },
      {
        id: 3,
        name: 'Nardis',
        members: { artist_ids: { from: [2], to: [1, 2] }, genre_ids: { from: [], to: [2] } },
      },
    ],
    more: 0,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await user.get('/tracks/2')).body).toEqual(untouched)
  const idsOf = async (id: number) => {
    const { artists, genres, album_id } = (await user.get(`/tracks/${id}`)).body
    return [artists, genres].map((list) => list.map((record: { id: number }) => record.id)).concat([album_id])
  }
  expect(await idsOf(1)).toEqual([[1], [1, 2], 1])
  expect(await idsOf(3)).toEqual([[1, 2], [2], null])
  await bulk(library, 'tracks', { ids: [1, 2, 3], changes: { album_id: 2, genre_ids: { set: [3] } } })
  for (const id of [1, 2, 3]) expect((await idsOf(id)).slice(1)).toEqual([[3], 2])
  await bulk(library, 'tracks', { ids: [1, 3], changes: { album_id: null, artist_ids: { set: [] } } })
  expect(await idsOf(1)).toEqual([[], [3], null])
})

test('albums and artists get another label, type or date', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  await fill(library)
  const changes = { label_id: null, type: 'ep', release_date: '1959-08-17' }
  const release_date = { from: null, to: '1959-08-17T00:00:00.000000Z' }
  const type = { from: 'album', to: 'ep' }
  expect((await bulk(library, 'albums', { ids: [1, 2], changes })).body.changes).toEqual([
    { id: 1, name: 'Kind of Blue', members: { label_id: { from: 1, to: null }, type, release_date } },
    { id: 2, name: 'Milestones', members: { type, release_date } },
  ])
  expect((await user.get('/albums/1')).body).toMatchObject({ label: null, type: 'ep', release_date: release_date.to })
  const result = await bulk(library, 'artists', { ids: [1, 2], changes: { label_id: 1 } })
  expect([result.body.changed, result.body.unchanged]).toEqual([1, 1])
  expect((await user.get('/artists/2')).body.label.name).toBe('Columbia')
})

test('a text is replaced in titles, in each of them that has it', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  await fill(library)
  await admin.put('/tracks/3', { title: 'So $& what (remaster)' })
  const title = { replace: 'hat', with: '$&o' }
  const { body } = await bulk(library, 'tracks', { ids: [1, 2, 3], changes: { title, album_id: 2 } })
  expect([body.changed, body.changes[2].members.title.to]).toEqual([3, 'So $& w$&o (remaster)'])
  const titles = (await user.get('/tracks')).body.map((track: { title: string }) => track.title)
  expect(titles).toEqual(['So W$&o', 'Nardis', 'So $& w$&o (remaster)'])
  const found = await user.get('/../search/tracks?q=w')
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([1, 3])
  const rejected = await bulk(library, 'tracks', { ids: [1, 2], changes: { title: { replace: 'Nardis', with: ' ' } } })
  expect([rejected.status, rejected.body.errors]).toEqual([
    400,
    { title: ['The new title of track 2 would be empty.'] },
  ])
})

test('one reference is replaced by another one, only in records that have it', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  await fill(library)
  await admin.post('/labels', { name: 'Verve' })
  const changesOf = async (resource: string, ids: number[], changes: object) => {
    const preview = await bulk(library, resource, { ids, changes, dry_run: true })
    const { body } = await bulk(library, resource, { ids, changes, digest: preview.body.digest })
    expect(body).toEqual(preview.body)
    return [body.unchanged, ...body.changes.map(({ id, members }: { id: number; members: object }) => [id, members])]
  }
  const ids = [1, 2, 3]
  // Track 3 has no genre, and track 1 has artist 2 not.
  const relations = { artist_ids: { replace: [2], with: [1] }, genre_ids: { replace: [1], with: [3] } }
  expect(await changesOf('tracks', ids, relations)).toEqual([
    0,
    [1, { genre_ids: { from: [1], to: [3] } }],
    [2, { artist_ids: { from: [1, 2], to: [1] }, genre_ids: { from: [1, 2], to: [2, 3] } }],
    [3, { artist_ids: { from: [2], to: [1] } }],
  ])
  expect(await changesOf('tracks', ids, { genre_ids: { replace: [1, 2], with: [1] } })).toEqual([
    2,
    [2, { genre_ids: { from: [2, 3], to: [1, 3] } }],
  ])
  const label_id = { replace: 1, with: 2 }
  expect(await changesOf('albums', [1, 2], { label_id })).toEqual([1, [1, { label_id: { from: 1, to: 2 } }]])
  expect(await changesOf('artists', [1, 2], { label_id })).toEqual([1, [1, { label_id: { from: 1, to: 2 } }]])
  expect(await changesOf('tracks', ids, { album_id: { replace: 1, with: 2 } })).toHaveLength(2)
  expect((await user.get('/albums/1')).body.label.name).toBe('Verve')
  for (const [resource, changes, sentence] of [
    ['albums', { label_id: { replace: 9, with: 2 } }, 'The label_id names records that do not exist: 9.'],
    [
      'albums',
      { label_id: { replace: 1 } },
      /must be an id, .* null, or an object with replace and with, which are ids\.$/,
    ],
    ['tracks', { genre_ids: { replace: [1], with: [9] } }, 'The genre_ids names records that do not exist: 9.'],
    [
      'tracks',
      { genre_ids: { replace: [1] } },
      /must be an object with add and remove, with replace and with, or with set/,
    ],
    ['tracks', { genre_ids: { replace: [1], with: [2], add: [3] } }, /must be an object with add and remove/],
  ] as const) {
    const { status, body } = await bulk(library, resource, { ids: [1], changes })
    expect([status, Object.values(body.errors)]).toEqual([400, [[expect.stringMatching(sentence)]]])
  }
})

test('a change adds one entry to the audit trail, and to the history of each changed record the part that a PUT adds', async () => {
  await using one = await startTestLibrary()
  await using many = await startTestLibrary()
  for (const library of [one, many]) await fill(library)
  await one.admin.put('/tracks/1', { album_id: 2, genre_ids: [1, 3], artist_ids: [] })
  await one.admin.put('/tracks/3', { album_id: 2, genre_ids: [3], artist_ids: [] })
  await one.admin.put('/albums/2', { release_date: '1959-08-17' })
  const bulks = await entriesOf(many, async () => {
    const changes = { album_id: 2, genre_ids: { add: [3] }, artist_ids: { set: [] } }
    await bulk(many, 'tracks', { ids: [3, 1], changes })
    await bulk(many, 'albums', { ids: [2], changes: { release_date: '1959-08-17' } })
  })
  expect(bulks).toMatchObject([
    { action: 'bulk', record: 'tracks', changes: null, counts: { updated: 2 }, part_of: null },
    { action: 'bulk', record: 'albums', changes: null, counts: { updated: 1 }, part_of: null },
  ])
  for (const [record, head] of [
    ['tracks/1', 0],
    ['tracks/3', 0],
    ['albums/2', 1],
  ] as const) {
    const [put, part] = [await historyOf(one, record), await historyOf(many, record)].map((entries) => entries.at(-1))
    const { id, created_at, token_id, ...reported } = put ?? ({} as AuditEntry)
    expect(part).toMatchObject({ ...reported, part_of: bulks[head]?.id })
  }
})

test('a dry run finds the same changes, and changes nothing', async () => {
  await using library = await startTestLibrary()
  await fill(library)
  const request = { ids: [1, 2, 3], changes: { album_id: 2, genre_ids: { remove: [1] } } }
  const before = readTables(library)
  const preview = await bulk(library, 'tracks', { ...request, dry_run: true })
  expect(readTables(library)).toEqual(before)
  expect(preview.body.changed).toBe(3)
  const result = await bulk(library, 'tracks', { ...request, digest: preview.body.digest })
  expect(result.body).toEqual(preview.body)
  expect(readTables(library)).not.toEqual(before)
})

test('with a digest, nothing is changed that the dry run has not shown', async () => {
  await using library = await startTestLibrary()
  const { admin } = library
  await fill(library)
  const request = { ids: [1, 2], changes: { album_id: 2 } }
  const { digest } = (await bulk(library, 'tracks', { ...request, dry_run: true })).body
  await admin.put('/tracks/2', { album_id: 1 })
  const before = readTables(library)
  for (const stale of [digest, '0'.repeat(64)]) {
    const { status, body } = await bulk(library, 'tracks', { ...request, digest: stale })
    expect([status, body]).toEqual([
      409,
      { message: 'The records have changed since the preview. Look at the changes again.' },
    ])
  }
  expect(readTables(library)).toEqual(before)
  // A change of another member makes no difference to what is shown.
  const fresh = (await bulk(library, 'tracks', { ...request, dry_run: true })).body
  await admin.put('/tracks/2', { title: 'Blue in Green' })
  expect((await bulk(library, 'tracks', { ...request, digest: fresh.digest })).status).toBe(200)
})

test('a hundred changes are listed, and the others counted', async () => {
  await using library = await startTestLibrary()
  const names = numbers(103).map((n) => ({ name: `Artist ${n}` }))
  await seedValue(library.library, { labels: [{ name: 'Columbia' }], artists: names })
  const ids = numbers(103)
  const { body } = await bulk(library, 'artists', { ids, changes: { label_id: 1 } })
  expect([body.changed, body.changes.length, body.more]).toEqual([103, 100, 3])
})

const valid = { ids: [1], changes: { album_id: 2 } }
const invalidSet = 'must be an object with add and remove, with replace and with, or with set, which are arrays of ids.'

const wrongBodies: (readonly [body: object, errors: Record<string, readonly (string | RegExp)[]>])[] = [
  [{}, { ids: [/must be an array of 1 to 10000 ids/], changes: ['The changes is required.'] }],
  [{ ...valid, ids: [] }, { ids: ['The ids must be an array of 1 to 10000 ids, which are whole numbers.'] }],
  [{ ...valid, ids: [1, '2'] }, { ids: [/whole numbers/] }],
  [{ ...valid, ids: Array.from({ length: 10_001 }, (_, n) => n + 1) }, { ids: [/1 to 10000/] }],
  [
    { ...valid, changes: { artist_ids: { add: numbers(10_001) } } },
    { artist_ids: ['The artist_ids must have at most 10000 ids.'] },
  ],
  [{ ...valid, ids: [1, 99, -1] }, { ids: ['The ids names records that do not exist: 99, -1.'] }],
  [{ ...valid, changes: [] }, { changes: ['The changes must be an object.'] }],
  [{ ...valid, changes: null }, { changes: ['The changes must be an object.'] }],
  [
    { ...valid, changes: { name: 'x' } },
    { changes: ['The changes must have at least one of title, album_id, artist_ids, genre_ids.'] },
  ],
  ...['x', null, {}, { replace: 'x' }, { replace: 'x', with: 'y', by: 'z' }, { replace: 'x', with: 1 }].map(
    (title) =>
      [
        { ...valid, changes: { title } },
        { title: ['The title must be an object with replace and with, which are texts.'] },
      ] as const,
  ),
  [
    { ...valid, changes: { title: { replace: 'o', with: 'o'.repeat(255) } } },
    { title: ['The new title of track 1 must not be longer than 255 characters.'] },
  ],
  [
    { ...valid, changes: { album_id: 'x' } },
    {
      album_id: [
        'The album_id must be an id, which is a whole number, null, or an object with replace and with, which are ids.',
      ],
    },
  ],
  [{ ...valid, changes: { album_id: 99 } }, { album_id: ['The album_id names records that do not exist: 99.'] }],
  ...[null, [1], {}, { add: 1 }, { add: [1], set: [] }, { append: [1] }, { add: ['1'] }].map(
    (genre_ids) => [{ ...valid, changes: { genre_ids } }, { genre_ids: [`The genre_ids ${invalidSet}`] }] as const,
  ),
  [
    { ...valid, changes: { artist_ids: { add: [1], remove: [1] } } },
    { artist_ids: ['The artist_ids must not add and remove the same id.'] },
  ],
  [
    { ids: [1, 9], changes: { artist_ids: { add: [1, 98], remove: [97] }, genre_ids: { set: [99] } } },
    { ids: [/: 9\.$/], artist_ids: [/: 98, 97\.$/], genre_ids: [/: 99\.$/] },
  ],
  [
    {
      ids: numbers(1_001),
      changes: { artist_ids: { add: numbers(100), remove: numbers(100, 100) }, genre_ids: { set: numbers(199) } },
    },
    {
      artist_ids: [
        'The artist_ids has 200 ids for each of 1001 records. These are 200200 links, and at most 200000 can be changed at once. Change fewer records.',
      ],
    },
  ],
  [{ ...valid, dry_run: 'true' }, { dry_run: ['The dry_run must be true or false.'] }],
  [{ ...valid, digest: 5 }, { digest: ['The digest must be the digest of a preview.'] }],
]

test('POST /bulk/tracks with a wrong body is a 400 that says what is wrong, and changes nothing', async () => {
  await using library = await startTestLibrary()
  await fill(library)
  const before = readTables(library)
  for (const [body, errors] of wrongBodies)
    for (const dry_run of [undefined, true]) {
      const response = await bulk(library, 'tracks', { dry_run, ...body })
      expect([body, response.status, response.body]).toEqual([
        body,
        400,
        {
          message: 'The given data was invalid.',
          errors: Object.fromEntries(
            Object.entries(errors).map(([name, [sentence]]) => [name, [expect.stringMatching(sentence as RegExp)]]),
          ),
        },
      ])
    }
  expect(readTables(library)).toEqual(before)
})

test('members that a resource does not offer are ignored, as in other bodies', async () => {
  await using library = await startTestLibrary()
  await fill(library)
  const changes = { label_id: null, name: 'x', __proto__: 1 }
  const { body } = await bulk(library, 'artists', { ids: [1], changes })
  expect(body.changes).toEqual([{ id: 1, name: 'Miles Davis', members: { label_id: { from: 1, to: null } } }])
})

test('a write that fails in the middle changes nothing', async () => {
  await using library = await startTestLibrary()
  await fill(library)
  runSql(
    library.file,
    "CREATE TRIGGER fail BEFORE UPDATE ON tracks WHEN new.id = 3 BEGIN SELECT raise(abort, 'failed'); END",
  )
  const before = readTables(library)
  expect((await bulk(library, 'tracks', { ids: [1, 2, 3], changes: { album_id: 2 } })).status).toBe(500)
  expect(readTables(library)).toEqual(before)
})

test('responses in the cache show the changes', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  await fill(library)
  const read = async () => [
    (await user.get('/tracks')).body[0].album_id,
    (await user.get('/albums/2')).body.tracks.length,
  ]
  expect(await read()).toEqual([1, 0])
  await bulk(library, 'tracks', { ids: [1, 2], changes: { album_id: 2 } })
  expect(await read()).toEqual([2, 2])
})

test('when a client disconnects, its change ends, and changes nothing', async () => {
  await using library = await startTestLibrary()
  const { admin, url } = library
  const artists = numbers(100).map((n) => ({ key: `${n}`, name: `Artist ${n}` }))
  const tracks = numbers(2_000).map((n) => ({ title: `Track ${n}`, file_path: `${n}.flac`, artists: [] }))
  await seedValue(library.library, { artists, tracks })
  using connection = new Sqlite(library.file)
  const isWriting = () => {
    try {
      connection.run('BEGIN IMMEDIATE')
      connection.run('ROLLBACK')
      return false
    } catch {
      return true
    }
  }
  const before = readTables(library)
  const controller = new AbortController()
  const response = fetch(`${url}/../console/api/bulk/tracks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: numbers(2_000), changes: { artist_ids: { set: numbers(100) } } }),
    signal: controller.signal,
  })
  const outcome = response.then(
    () => 'response',
    (error) => error.name,
  )
  while (!isWriting()) await yieldToEventLoop()
  controller.abort()
  expect(await outcome).toBe('AbortError')
  // Writes run one after the other.
  await library.library.write(async () => {})
  expect(readTables(library)).toEqual(before)
})
