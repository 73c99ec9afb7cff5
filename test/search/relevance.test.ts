import { expect } from 'bun:test'
import { trackedTables } from '../../src/app/app.ts'
import { createNameIndex } from '../../src/search/nameIndex/nameIndex.ts'
import type { ChunkSource } from '../../src/search/nameIndex/source.ts'
import { createMatcher, nameSources } from '../../src/search/relevance.ts'
import { createLabel, deleteLabel, updateLabel } from '../support/catalogueStore.ts'
import { type Client, client } from '../support/client.ts'
import { databaseTest, libraryTest } from '../support/fixtureTest.ts'
import { createTaskOwner } from '../support/owner.ts'
import { search } from '../support/search.ts'

/** Creates a record. @returns its id */
const create = async (admin: Client, path: string, body: object): Promise<number> =>
  (await admin.post(path, body)).body.id

const titlesOf = async (caller: Client, path: string): Promise<string[]> =>
  (await search(caller, path)).body.map(({ title }: { title: string }) => title)

libraryTest('a track is found by all that it refers to, and the best match comes first', async ({ admin, user }) => {
  const label_id = await create(admin, '/labels', { name: 'Blue Note' })
  const genre_id = await create(admin, '/genres', { name: 'Blue' })
  const artist = (name: string) => create(admin, '/artists', { name })
  const album = (title: string, label_id: number | null = null) =>
    create(admin, '/albums', { title, label_id, type: 'album' })
  const track = (title: string, references: object = {}) =>
    create(admin, '/tracks', { title, file_path: title, ...references })
  await track('Genre', { genre_ids: [genre_id] })
  await track('Label', { album_id: await album('A Night in Tunisia', label_id) })
  await track('Album, beginning', { album_id: await album('Bluesette') })
  await track('Album', { album_id: await album('Kind of Blue') })
  await track('Artist, beginning', { artist_ids: [await artist('Bluesmen')] })
  await track('Artist', { artist_ids: [await artist('None'), await artist('Blue')], genre_ids: [genre_id] })
  await track('Bluesy')
  await track('Zeal in blue')
  await track('All Blues, in Blue')
  await track('None of these')
  const expected = [
    ...['All Blues, in Blue', 'Zeal in blue', 'Bluesy', 'Artist', 'Artist, beginning'],
    ...['Album', 'Album, beginning', 'Label', 'Genre'],
  ]
  expect(await titlesOf(user, '/tracks?q=blue')).toEqual(expected)
  expect(await titlesOf(user, '/tracks?q=blue&sort=-relevance')).toEqual(expected.toReversed())
  expect(await titlesOf(user, '/tracks?q=blue&limit=3&offset=4')).toEqual(expected.slice(4, 7))
  // The sum of both words decides.
  expect(await titlesOf(user, '/tracks?q=artist+blu')).toEqual(['Artist', 'Artist, beginning'])
  expect(await titlesOf(user, '/tracks?q=note+la')).toEqual(['Label'])
  expect(await titlesOf(user, '/albums?q=none')).toEqual([])
  expect(await titlesOf(user, '/tracks?sort=relevance&limit=2')).toEqual(['Album', 'Album, beginning'])
  await admin.put(`/labels/${label_id}`, { name: 'Verve' })
  expect(await titlesOf(user, '/tracks?q=note')).toEqual([])
  expect(await titlesOf(user, '/tracks?q=verv')).toEqual(['Label'])
})

libraryTest('of equal matches, the name itself comes first, then those that begin with the words', async (library) => {
  const { admin, user } = library
  const titles = ['A Wild Night', 'Born Wild', 'Wild Thing', 'Wilder', 'Wild, Wild West', 'Wíld!', 'Wild']
  for (const title of titles) await create(admin, '/albums', { title, type: 'album' })
  const artist_id = await create(admin, '/artists', { name: 'Wild' })
  const track = (title: string, references: object = {}) =>
    create(admin, '/tracks', { title, file_path: title, ...references })
  await track('Wilderness', { artist_ids: [artist_id] })
  for (const title of ['Another', 'Some']) await track(title, { artist_ids: [artist_id] })
  for (const title of ['Not Wild Thing', 'Thing, Wild', 'Wild Thing']) await track(title)
  const expected = ['Wíld!', 'Wild', 'Wild Thing', 'Wild, Wild West', 'A Wild Night', 'Born Wild', 'Wilder']
  expect(await titlesOf(user, '/albums?q=wild')).toEqual(expected)
  expect(await titlesOf(user, '/albums?q=wild&sort=-relevance')).toEqual(expected.toReversed())
  for (const offset of expected.keys())
    expect(await titlesOf(user, `/albums?q=WILD&limit=2&offset=${offset}`)).toEqual(expected.slice(offset, offset + 2))
  expect(await titlesOf(user, '/albums?q=wild+we')).toEqual(['Wild, Wild West'])
  // The sum stays the first key.
  const ofTracks = ['Wild Thing', 'Not Wild Thing', 'Thing, Wild', 'Wilderness', 'Another', 'Some']
  expect(await titlesOf(user, '/tracks?q=wild')).toEqual(ofTracks)
  expect(await titlesOf(user, '/tracks?q=wild+thing')).toEqual(['Wild Thing', 'Not Wild Thing', 'Thing, Wild'])
  const { albums, tracks } = (await search(user, '?q=wild&limit=2')).body
  expect([albums.best, tracks.best]).toEqual([1, 1])
  expect(albums.records.map(({ title }: { title: string }) => title)).toEqual(expected.slice(0, 2))
  expect((await search(user, '?q=wildern')).body.tracks.best).toBe(2)
})

libraryTest('one search counts what it finds of each kind, and returns the best matches', async (library) => {
  const { admin, user } = library
  const label_id = await create(admin, '/labels', { name: 'Miles' })
  for (const name of ['Miles Ahead', 'Smiles', 'Milestones']) await create(admin, '/artists', { name, label_id })
  await admin.put('/me', { name: 'Miles' })
  const found = (await search(user, '?q=miles&limit=2')).body
  expect(Object.keys(found)).toEqual(['labels', 'genres', 'artists', 'albums', 'tracks'])
  expect(found.labels).toMatchObject({ total: 1, best: 1, records: [{ name: 'Miles' }] })
  expect(found.artists).toMatchObject({ total: 3, best: 1, records: [{ name: 'Miles Ahead' }, { name: 'Milestones' }] })
  expect(found.tracks).toEqual({ total: 0, best: null, records: [], suggestions: [] })
  const ofAdmin = await search(admin, '?q=miles')
  expect(ofAdmin.body.users).toMatchObject({ total: 1, records: [{ email: 'admin@example.com' }] })
  expect(JSON.stringify(ofAdmin.body)).not.toContain('password')
  expect(ofAdmin.headers.get('cache-control')).toBe('no-store')
  expect((await search(library.anonymous, '?q=miles')).status).toBe(401)
  expect(await client(library.url, 'mlib_unknown').get('/../search?q=miles')).toMatchObject({ status: 401 })
})

databaseTest('a search sees one state, although others write while it reads the names', async (library) => {
  const ids: number[] = []
  await library.write(async (tx) => {
    for (let n = 0; n < 1_200; n++) ids.push((await createLabel(tx, `Old ${n}`)).id)
  })
  let calls = 0
  /** Is called before each chunk is read. */
  let onRead: (call: number) => Promise<unknown> = async () => {}
  const readNames: ChunkSource['readNames'] = async (read, range) => {
    await onRead(++calls)
    return nameSources.labels.readNames(read, range)
  }
  const sources = { ...nameSources, labels: { ...nameSources.labels, readNames } }
  const index = createNameIndex({ database: library, tracked: trackedTables }, sources)
  /** Returns how many labels have each word. */
  const countBoth = () =>
    index.snapshot(createTaskOwner(`search ${calls}`), async (_, names) => {
      const count = async (word: string) => (await createMatcher(names, [word])('labels')).count
      await names.chunks('labels')
      return [await count('old'), await count('new')]
    })
  // In a file, the first chunk has been read, and the last one has not.
  const callOfChange = library.chunksPerSelect === 1 ? 2 : 1
  const change = async (call: number) => {
    if (call !== callOfChange) return
    await library.write(async (tx) => {
      await updateLabel(tx, ids[0] as number, 'New')
      await updateLabel(tx, ids[1_000] as number, 'New')
      await deleteLabel(tx, ids[1_199] as number)
      await createLabel(tx, 'New')
    })
  }
  // Another search begins after the change, while the first one still reads.
  let second: ReturnType<typeof countBoth> | undefined
  const changeAndSearch = async (call: number) => {
    await change(call)
    if (call === callOfChange) second = countBoth()
  }
  onRead = changeAndSearch
  expect(await countBoth()).toEqual([1_200, 0])
  expect(await second).toEqual([1_197, 3])
  expect(await countBoth()).toEqual([1_197, 3])
  await library.write((tx) => updateLabel(tx, ids[500] as number, 'New'))
  expect(await countBoth()).toEqual([1_196, 4])
})
