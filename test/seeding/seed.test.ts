import { expect, test } from 'bun:test'
import { listAlbums } from '../../src/catalogue/album/store.ts'
import { listArtists } from '../../src/catalogue/artist/store.ts'
import { createLabel, listLabels } from '../../src/catalogue/label/store.ts'
import { listTracks, updateTrack } from '../../src/catalogue/track/store.ts'
import { likes, users } from '../../src/database/schema.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { newDatabase, rejection } from '../support/database.ts'

const { labels, genres, artists, albums, tracks } = kindOfBlue

test('seeding creates records that refer to each other', async () => {
  await using database = await newDatabase()
  const { sections } = await seedValue(database, kindOfBlue)
  expect(sections.tracks).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0 })
  const [soWhat, blueInGreen] = await listTracks(database.read)
  expect(soWhat).toMatchObject({
    title: 'So What',
    file_path: 'kind-of-blue/01.flac',
    duration_seconds: 562,
    album: {
      title: 'Kind of Blue',
      type: 'album',
      release_date: '1959-08-17T00:00:00.000000Z',
      duration_seconds: 2744,
    },
    artists: [{ name: 'Miles Davis' }, { name: 'John Coltrane' }],
    genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }],
  })
  expect(blueInGreen).toMatchObject({ duration_seconds: null, artists: [{ name: 'Miles Davis' }], genres: [] })
  const [miles, coltrane] = await listArtists(database.read)
  expect(miles?.label?.name).toBe('Columbia')
  expect(coltrane?.label).toBeNull()
})

test('seeding a file twice changes nothing, not even updated_at', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const before = await listTracks(database.read)
  const { sections } = await seedValue(database, kindOfBlue)
  expect(sections.tracks).toEqual({ created: 0, updated: 0, unchanged: 2, deleted: 0 })
  expect(sections.labels).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 0 })
  expect(await listTracks(database.read)).toEqual(before)
})

test('only records that differ are updated, and members that the file leaves out stay', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const [soWhat, blueInGreen] = await listTracks(database.read)
  const changed = { file_path: 'kind-of-blue/01.flac', title: 'So What?' }
  const { sections } = await seedValue(database, { tracks: [changed] })
  expect(sections.tracks).toEqual({ created: 0, updated: 1, unchanged: 0, deleted: 0 })
  const [after, other] = await listTracks(database.read)
  expect(other).toEqual(blueInGreen as NonNullable<typeof blueInGreen>)
  expect(after).toEqual({ ...soWhat, title: 'So What?', updated_at: after?.updated_at } as NonNullable<typeof after>)
  expect((after?.updated_at ?? '') > (soWhat?.updated_at ?? '')).toBe(true)
})

test('the artists and genres of a track become those of the file, and rows that stay keep their timestamps', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const [before] = await listTracks(database.read)
  const soWhat = {
    title: 'So What',
    file_path: 'kind-of-blue/01.flac',
    artists: ['John Coltrane', 'Bill Evans'],
    genres: [],
  }
  await seedValue(database, { artists: [{ name: 'Bill Evans' }], tracks: [soWhat] })
  const [after] = await listTracks(database.read)
  expect(after?.artists.map(({ name }) => name)).toEqual(['John Coltrane', 'Bill Evans'])
  expect(after?.artists[0]?.pivot).toEqual(
    before?.artists[1]?.pivot as NonNullable<typeof before>['artists'][0]['pivot'],
  )
  expect(after?.genres).toEqual([])
})

test('null clears a member, and a reference may name a record that only the library has', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  await seedValue(database, {
    artists: [{ name: 'Miles Davis', label: null }],
    albums: [{ title: 'Milestones', label: 'Columbia' }],
  })
  expect((await listArtists(database.read))[0]?.label).toBeNull()
  expect((await listAlbums(database.read))[1]?.label?.name).toBe('Columbia')
})

test('a record with a key can be renamed, and references may use its key', async () => {
  await using database = await newDatabase()
  const keyed = { ...kindOfBlue, labels: [{ key: 'col', name: 'Columbia' }] }
  await seedValue(database, keyed)
  const { sections } = await seedValue(database, {
    ...kindOfBlue,
    labels: [{ key: 'col', name: 'Columbia Records' }],
    artists: [{ name: 'Miles Davis', label: 'col' }, artists[1]],
    albums: [{ ...albums[0], label: 'Columbia Records' }],
  })
  expect(sections.labels).toMatchObject({ created: 0, updated: 1 })
  expect(sections.albums).toMatchObject({ created: 0, unchanged: 1 })
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['Columbia Records'])
})

test('a new key is given to the one record without a key that has the same identity, and its timestamps stay', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels })
  const before = await listLabels(database.read)
  const { sections } = await seedValue(database, { labels: [{ key: 'col', name: 'Columbia' }] })
  expect(sections.labels).toMatchObject({ created: 0, updated: 1 })
  expect(await listLabels(database.read)).toEqual(before)
  expect((await seedValue(database, { labels: [{ key: 'col', name: 'CBS' }] })).sections.labels.updated).toBe(1)
})

test('an entry without a key matches the record without one, and an entry with a new key creates a second record', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels })
  const both = { labels: [{ name: 'Columbia' }, { key: 'other', name: 'Columbia' }] }
  expect((await seedValue(database, both)).sections.labels).toMatchObject({ created: 1, unchanged: 1 })
  expect((await seedValue(database, both)).sections.labels).toMatchObject({ created: 0, unchanged: 2 })
})

test('albums that share a title are identified by their labels', async () => {
  await using database = await newDatabase()
  const greatest = {
    labels: [{ name: 'Columbia' }, { name: 'Verve' }],
    albums: [
      { title: 'Greatest hits', label: 'Columbia' },
      { title: 'Greatest hits', label: 'Verve' },
      { title: 'Greatest hits' },
    ],
  }
  expect((await seedValue(database, greatest)).sections.albums.created).toBe(3)
  expect((await seedValue(database, greatest)).sections.albums.unchanged).toBe(3)
})

test('seeding reverts changes that were made through the API', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  await database.write((tx, now) => updateTrack(tx, now, 1, { artist_ids: [], duration_seconds: 1 }))
  const { sections } = await seedValue(database, kindOfBlue)
  expect(sections.tracks).toMatchObject({ updated: 1, unchanged: 1 })
  expect((await listTracks(database.read))[0]).toMatchObject({ duration_seconds: 562, artists: [{}, {}] })
})

test('a dry run has the same report as a seed, and writes nothing', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels })
  const dry = await seedValue(database, kindOfBlue, { dryRun: true, maxChanges: 100 })
  expect(await listTracks(database.read)).toEqual([])
  expect(dry.changes).toContainEqual({ section: 'tracks', action: 'create', name: 'kind-of-blue/01.flac' })
  const real = await seedValue(database, kindOfBlue, { maxChanges: 100 })
  expect(real).toEqual(dry)
})

test('a report lists changes with names in place of ids', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const { changes } = await seedValue(
    database,
    {
      labels: [{ name: 'Verve' }],
      artists: [{ name: 'Miles Davis', label: 'Verve' }],
      albums: [{ ...albums[0], release_date: null }],
      tracks: [{ ...tracks[0], artists: ['Miles Davis'] }],
    },
    { maxChanges: 100 },
  )
  expect(changes).toEqual([
    { section: 'labels', action: 'create', name: 'Verve' },
    {
      section: 'artists',
      action: 'update',
      name: 'Miles Davis',
      members: { label: { from: 'Columbia', to: 'Verve' } },
    },
    {
      section: 'albums',
      action: 'update',
      name: 'Kind of Blue',
      label: 'Columbia',
      members: { release_date: { from: '1959-08-17', to: null } },
    },
    {
      section: 'tracks',
      action: 'update',
      name: 'kind-of-blue/01.flac',
      members: { artists: { from: ['Miles Davis', 'John Coltrane'], to: ['Miles Davis'] } },
    },
  ])
})

test('prune deletes the records that the file does not have', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  await database.write((tx, now) => createLabel(tx, now, 'Verve'))
  const { sections, likes_deleted } = await seedValue(
    database,
    { labels, genres, artists, albums, tracks: [tracks[0]] },
    { prune: true },
  )
  expect(sections.labels).toMatchObject({ unchanged: 1, deleted: 1 })
  expect(sections.tracks).toMatchObject({ unchanged: 1, deleted: 1 })
  expect(likes_deleted).toBe(0)
  expect((await listTracks(database.read)).map(({ title }) => title)).toEqual(['So What'])
  expect((await seedValue(database, {}, { prune: true })).sections.tracks.deleted).toBe(1)
  expect(await listLabels(database.read)).toEqual([])
})

test('a prune reports the number of likes that are deleted with their tracks', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  await database.write(async (tx, now) => {
    const stamps = { created_at: now, updated_at: now }
    await tx.insert(users).values({ id: 1, name: 'a', email: 'a@example.com', password: '', role_id: 1, ...stamps })
    for (const track_id of [1, 2]) await tx.insert(likes).values({ user_id: 1, track_id, created_at: now })
  })
  const catalogue = { ...kindOfBlue, tracks: [tracks[0]] }
  const error = await rejection(seedValue(database, catalogue, { prune: true, maxDeletions: { records: 1, likes: 0 } }))
  expect(error).toMatchObject({ name: 'OperationalError' })
  expect((await seedValue(database, catalogue, { prune: true })).likes_deleted).toBe(1)
})

test('the id of a pruned record is not used again', async () => {
  await using database = await newDatabase()
  await seedValue(database, { labels: [{ name: 'one' }, { name: 'two' }] })
  await seedValue(database, { labels: [{ name: 'three' }] }, { prune: true })
  expect((await listLabels(database.read)).map(({ id }) => id)).toEqual([3])
})

test('a prune that would delete more than maxDeletions fails and changes nothing', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const error = await rejection(
    seedValue(database, { ...kindOfBlue, tracks: [] }, { prune: true, maxDeletions: { records: 1, likes: 0 } }),
  )
  expect(error).toMatchObject({ name: 'OperationalError' })
  expect(await listTracks(database.read)).toHaveLength(2)
  await seedValue(database, { ...kindOfBlue, tracks: [] }, { prune: true, maxDeletions: { records: 2, likes: 0 } })
  expect(await listTracks(database.read)).toHaveLength(0)
})

test('a record that one entry adopts is not pruned, although it was a weaker candidate of another entry', async () => {
  await using database = await newDatabase()
  const [flac, plain] = [
    { key: 'flac', title: 'T', file_path: 'p' },
    { title: 'T', file_path: 'p' },
  ]
  await seedValue(database, { tracks: [flac, plain] })
  for (const tracks of [
    [{ ...plain, key: 'mp3' }, flac],
    [flac, { ...plain, key: 'ogg' }],
  ]) {
    const before = await listTracks(database.read)
    const dry = await seedValue(database, { tracks }, { prune: true, dryRun: true })
    const { sections } = await seedValue(database, { tracks }, { prune: true })
    expect(sections).toEqual(dry.sections)
    if (tracks[0] === flac) expect(sections.tracks).toMatchObject({ created: 1, deleted: 1, unchanged: 1 })
    else expect(sections.tracks).toEqual({ created: 0, updated: 1, unchanged: 1, deleted: 0 })
    if (tracks[0] !== flac) expect(await listTracks(database.read)).toEqual(before)
  }
})

test('a record that was a weaker candidate and that no entry matches is pruned once', async () => {
  await using database = await newDatabase()
  const keyed = [
    { key: 'k1', name: 'A' },
    { key: 'k2', name: 'A' },
  ]
  await seedValue(database, { labels: [{ name: 'A' }, ...keyed] })
  const { sections, changes } = await seedValue(database, { labels: keyed }, { prune: true, maxChanges: 100 })
  expect(sections.labels).toEqual({ created: 0, updated: 0, unchanged: 2, deleted: 1 })
  expect(changes).toHaveLength(1)
})

test('a prune reports the number of references from kept records to deleted ones', async () => {
  await using database = await newDatabase()
  await seedValue(database, kindOfBlue)
  const kept = {
    artists: [{ name: 'Miles Davis' }, { name: 'John Coltrane' }],
    tracks: tracks.map(({ title, file_path }) => ({ title, file_path })),
  }
  // A label of an artist, an album of two tracks, and two genres of one.
  expect((await seedValue(database, kept, { prune: true })).references_cleared).toBe(5)
})

test('a change between records that share a name is reported with their ids', async () => {
  await using database = await newDatabase()
  const twice = [
    { key: '1', name: 'L' },
    { key: '2', name: 'L' },
  ]
  await seedValue(database, { labels: twice, artists: [{ name: 'a', label: '1' }] })
  const renamed = {
    labels: [
      { key: '1', name: 'New' },
      { key: '2', name: 'L' },
    ],
    artists: [{ name: 'a', label: '2' }],
  }
  const moved = await seedValue(database, { ...renamed, labels: twice }, { dryRun: true, maxChanges: 100 })
  expect(moved.changes[0]?.members).toEqual({ label: { from: 'L (id 1)', to: 'L (id 2)' } })
  const both = await seedValue(database, renamed, { dryRun: true, maxChanges: 100 })
  expect(both.changes.map(({ members }) => members)).toEqual([
    { name: { from: 'L', to: 'New' } },
    { label: { from: 'L (id 1)', to: 'L (id 2)' } },
  ])
})
