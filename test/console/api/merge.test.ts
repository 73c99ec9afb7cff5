import { expect } from 'bun:test'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import { entriesOf } from '../../support/audit.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'
import { isLongForm } from '../../support/longForm.ts'
import { compareSearch } from '../../support/search.ts'
import { openSql } from '../../support/sql.ts'
import { newestEntry, readCatalogueRows, undo, undoAsShown } from '../../support/undo.ts'
import { expectInvalid } from './invalid.ts'

const merge = ({ admin }: TestLibrary, path: string, body: unknown) =>
  sendToConsole(admin, 'POST', `/${path}/merge`, body)

const listDuplicates = async ({ admin }: TestLibrary, resourceAndQuery: string) =>
  (await sendToConsole(admin, 'GET', `/duplicates?resource=${resourceAndQuery}`)).body

/** The ids of the records in each group of likely duplicates. */
const groupsOf = async (library: TestLibrary, resourceAndQuery: string): Promise<string[]> =>
  (await listDuplicates(library, resourceAndQuery)).groups.map(({ records }: { records: { id: number }[] }) =>
    records.map(({ id }) => id).join(),
  )

/** Creates the fixtures, and two records of each resource that are to be merged into the first one. Track 2 has all artists and genres. */
const fill = async (library: TestLibrary) => {
  const { admin, user } = library
  const { create } = await createFixtures(admin)
  for (const name of ['COLUMBIA', 'Columbia Records']) await create('/labels', { name })
  for (const name of ['modal jazz', 'Modal']) await create('/genres', { name })
  for (const [name, label_id] of [
    ['MILES DAVIS', 2],
    ['Miles', 3],
  ])
    await create('/artists', { name, label_id })
  for (const label_id of [2, null]) await create('/albums', { title: 'Kind of blue', label_id })
  const track = { title: 'Nardis', file_path: '2.flac', artist_ids: [1, 2, 3], genre_ids: [1, 2, 3], album_id: 2 }
  await create('/tracks', track)
  await create('/tracks', { ...track, file_path: '3.flac', artist_ids: [2, 3], genre_ids: [3], album_id: 3 })
  for (const id of [1, 2, 3]) await user.post(`/tracks/${id}/like`)
  await using sql = openSql(library.databaseUrl)
  await sql.query("UPDATE labels SET key = 'columbia-2' WHERE id = 2")
  // Links of another time than that of the merge.
  for (const table of ['artist_track', 'genre_track'])
    await sql.query(`UPDATE ${table} SET created_at = '2020-01-01T00:00:00.000000Z'`)
}

/**
 * Compares searches for names of several kinds with the whole lists: what records are found by follows their references.
 * @param own - the name of a record that is merged: in the short form only it is searched for
 */
const compareSearches = async ({ user }: TestLibrary, own: string) => {
  const texts = isLongForm ? ['columbia', 'col', 'modal', 'miles davis', 'blue'] : [own]
  for (const name of resourceNames) for (const q of texts) await compareSearch(user, name, { q })
}

const merges: [name: string, own: string, moved: Record<string, number>, duplicates: number][] = [
  ['labels', 'columbia', { artists: 2, albums: 1 }, 0],
  ['genres', 'modal', { tracks: 3 }, 2],
  ['artists', 'miles davis', { tracks: 4 }, 3],
  ['albums', 'blue', { tracks: 2 }, 0],
]

test.each(merges)(
  '%s are merged into one as the preview says, and the merge is undone as a whole',
  async (library, name, own, moved, duplicates) => {
    const { admin, user } = library
    await fill(library)
    const before = await readCatalogueRows(library)
    const preview = await merge(library, `${name}/1`, { from: [3, 2, 3], dry_run: true })
    expect(preview).toMatchObject({
      status: 200,
      body: { into: { id: 1 }, merged: [{ id: 2 }, { id: 3 }], moved, duplicates },
    })
    expect(await readCatalogueRows(library)).toEqual(before)
    // Responses of the cache.
    for (const path of ['/tracks', '/artists', '/albums/1', `/${name}/1`, `/${name}/2`]) await user.get(path)
    await compareSearches(library, own)
    const entries = await entriesOf(library, async () => {
      expect(await merge(library, `${name}/1`, { from: [2, 3], digest: preview.body.digest })).toMatchObject({
        status: 200,
        body: preview.body,
      })
    })
    const { merged } = preview.body as { merged: { name: string }[] }
    const references_moved = Object.values(moved).reduce((sum, count) => sum + count, 0)
    expect(entries).toMatchObject([
      {
        action: 'merge',
        record: `${name}/1`,
        changes: { merged: { from: merged.map((record) => record.name), to: preview.body.into.name } },
        counts: { deleted: 2, references_moved, duplicate_links: duplicates },
      },
    ])
    for (const id of [2, 3]) expect((await user.get(`/${name}/${id}`)).status).toBe(404)
    const list = (await user.get('/tracks')).body
    const idsOf = (track: Record<string, { id: number }[]>) => track[name]?.map(({ id }) => id)
    if (name === 'genres' || name === 'artists') expect(list.map(idsOf)).toEqual([[1], [1], [1]])
    if (name === 'albums') expect((await user.get('/albums/1')).body.tracks).toHaveLength(3)
    if (name === 'labels') expect((await user.get('/artists')).body).toMatchObject(Array(3).fill({ label_id: 1 }))
    await compareSearches(library, own)
    const after = await readCatalogueRows(library)
    const entry = await newestEntry(library)
    expect((await undoAsShown(admin, entry)).status).toBe(200)
    expect(await readCatalogueRows(library)).toEqual(before)
    await compareSearches(library, own)
    // A reverted reversion is a redo. Links that are there again have other instants.
    expect((await undoAsShown(admin, await newestEntry(library))).status).toBe(200)
    expect((await readCatalogueRows(library))[name]).toEqual(after[name] ?? [])
    expect((await user.get('/me/likes')).body).toHaveLength(3)
  },
)

test('a merge is what its preview has shown, or a 409; and is not undone without a look at it', async (library) => {
  const { admin } = library
  await fill(library)
  const request = { from: [2, 3] }
  const { digest } = (await merge(library, 'labels/1', { ...request, dry_run: true })).body
  await admin.put('/artists/1', { label_id: 3 })
  const before = await readCatalogueRows(library)
  for (const stale of [digest, '0'.repeat(64)])
    expect(await merge(library, 'labels/1', { ...request, digest: stale })).toMatchObject({
      status: 409,
      body: { message: 'The records have changed since the preview. Look at the changes again.' },
    })
  expect(await readCatalogueRows(library)).toEqual(before)
  expect((await merge(library, 'labels/1', request)).status).toBe(200)
  const entry = await newestEntry(library)
  expect((await undo(admin, entry)).status).toBe(400)
  await admin.put('/albums/2', { label_id: null })
  expect((await undo(admin, entry, { dry_run: true })).body.conflicts).toMatchObject([
    { record: 'albums/2', members: ['label_id'] },
  ])
})

test('a request that is wrong changes nothing', async (library) => {
  await fill(library)
  const before = await readCatalogueRows(library)
  const send = (path: string, body: unknown) => merge(library, path, body)
  for (const id of ['99', 'x']) expect((await send(`labels/${id}`, { from: [2] })).status).toBe(404)
  for (const [from, part] of [
    [[], /an array of 1 to 100 ids/],
    [Array.from({ length: 101 }, (_, n) => n + 2), /an array of 1 to 100 ids/],
    [[2, 1], /must not contain the label that stays, 1\.$/],
    [[2, 99, -1, 2 ** 53], /do not exist: 99, -1, 9007199254740992\.$/],
  ] as const)
    expectInvalid(await send('labels/1', { from }), { from: part }, from)
  expect((await send('labels/1', { from: [2], digest: 5 })).status).toBe(400)
  expect((await send('tracks/1', { from: [2] })).status).toBe(404)
  expect(await readCatalogueRows(library)).toEqual(before)
})

test('records of near names are a list of their own: albums of a common label or artist, and tracks of a common artist', async (library) => {
  const { admin } = library
  const { create } = await createFixtures(admin)
  for (const name of ['The Columbia', 'COLUMBIA', 'Verve', 'VERVE!', 'Nerve']) await create('/labels', { name })
  for (const name of ['Miles Davies', 'Miles Davis feat. John Coltrane', 'Simon & Garfunkel', 'Simon and Garfunkel'])
    await create('/artists', { name })
  // Of the same label; of another label and no common artist; of a common artist, and twice by the same name.
  await create('/albums', { title: 'Kind of Bleu', label_id: 1 })
  await create('/albums', { title: 'Kind off Blue', label_id: 4 })
  for (const title of ['Sketches of Spain', 'Sketchs of Spain', 'SKETCHES OF SPAIN']) await create('/albums', { title })
  for (const [title, album_id, artist_ids] of [
    ['Nardis, Pt. 1', 4, [1]],
    ['Nardis, Pt. 2', 5, [1]],
    ['Nardis', 4, [2]],
    ['Nardis (feat. Bill Evans)', 5, [2, 1]],
    ['Nardis ft. Scott LaFaro', 5, [4]],
  ] as const)
    await create('/tracks', { title, file_path: `${title}.flac`, album_id, artist_ids })
  for (const [resource, names, ...groups] of [
    ['labels', 'near', '1,2,3'],
    ['labels', 'same', '1,3', '4,5'],
    ['artists', 'near', '1,2,3', '4,5'],
    ['albums', 'near', '1,2', '4,5'],
    ['albums', 'same'],
    ['tracks', 'near', '4,5'],
  ] as const)
    expect(await groupsOf(library, `${resource}&names=${names}`)).toEqual([...groups])
  expect(await listDuplicates(library, 'artists&names=near&limit=1&offset=1')).toMatchObject({
    total: 2,
    groups: [{ count: 2, records: [{ id: 4, name: 'Simon & Garfunkel' }, { id: 5 }] }],
  })
  expectInvalid(await sendToConsole(admin, 'GET', '/duplicates?resource=labels&names=alike'), { names: /same, near/ })
})

test('records of the same folded name are likely duplicates: albums of a common label or artist, and tracks of a common artist', async (library) => {
  const { admin } = library
  await fill(library)
  await admin.put('/artists/3', { name: 'Miles  Dávis!' })
  await admin.post('/tracks', { title: 'NARDIS', file_path: '4.flac' }) // no artist
  const columbia = [
    { id: 1, name: 'Columbia' },
    { id: 2, name: 'COLUMBIA' },
  ]
  expect(await listDuplicates(library, 'labels')).toEqual({ total: 1, groups: [{ count: 2, records: columbia }] })
  expect(await groupsOf(library, 'genres')).toEqual(['1,2'])
  expect(await groupsOf(library, 'artists')).toEqual(['1,2,3'])
  expect(await groupsOf(library, 'albums')).toEqual(['1,2,3'])
  expect(await groupsOf(library, 'tracks')).toEqual(['2,3'])
  await admin.put('/tracks/3', { artist_ids: [] })
  expect(await groupsOf(library, 'albums')).toEqual(['1,2'])
  await admin.put('/albums/3', { label_id: 2 })
  expect(await groupsOf(library, 'albums')).toEqual(['1,2,3'])
  expect(await groupsOf(library, 'tracks')).toEqual([])
  expect(await listDuplicates(library, 'labels&offset=1')).toEqual({ total: 1, groups: [] })
  const namesakes = async (query: string) => (await sendToConsole(admin, 'GET', `/namesakes?${query}`)).body
  expect(await namesakes('resource=artists&name=%20MILES-davis')).toHaveLength(3)
  expect(await namesakes('resource=labels&name=Verve')).toEqual([])
  // A record that is to get the name.
  expect(await namesakes('resource=artists&name=miles%20davis&id=1')).toMatchObject([{ id: 2 }, { id: 3 }])
  await admin.put('/albums/3', { label_id: null })
  await admin.put('/albums/1', { title: 'Milestones' })
  const { title } = (await admin.get('/albums/2')).body
  const titled = `resource=albums&name=${encodeURIComponent(title)}`
  expect(await namesakes(titled)).toEqual([])
  expect(await namesakes(`${titled}&id=1`)).toMatchObject([{ id: 2 }])
  const bulk = { ids: [1, 3], changes: { title: { replace: 'Milestones', with: title } }, dry_run: true }
  const { changes } = (await sendToConsole(admin, 'POST', '/bulk/albums', bulk)).body
  expect(changes).toMatchObject([{ id: 1, namesake: { id: 2 } }])
  for (const query of [
    'duplicates?resource=users',
    'duplicates?resource=labels&limit=101',
    'namesakes?resource=labels',
  ])
    expect((await sendToConsole(admin, 'GET', `/${query}`)).status).toBe(400)
})
