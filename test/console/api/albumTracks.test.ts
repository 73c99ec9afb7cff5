import { expect } from 'bun:test'
import { historyOf, readTrail } from '../../support/audit.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { expectInvalid } from './invalid.ts'

const paste = (admin: Client, body: unknown, id: number | string = 1) =>
  sendToConsole(admin, 'POST', `/albums/${id}/tracks`, body)

test('rows of a spreadsheet become tracks of the album, in their order, with new artists and genres, after a dry run', async (library) => {
  const { admin, user } = library
  await createFixtures(admin)
  const text =
    'Freddie Freeloader\tkob/02.flac\t9:46\tMiles Davis; Wynton Kelly\tBlues\n"Blue, ""in"" Green"\tkob/03.flac\t\t\t\n'
  const expected = {
    tracks: [
      {
        ...{ position: null, title: 'Freddie Freeloader', file_path: 'kob/02.flac', duration_seconds: 586 },
        ...{ artists: ['Miles Davis', 'Wynton Kelly'], genres: ['Blues'] },
      },
      {
        ...{ position: null, title: 'Blue, "in" Green', file_path: 'kob/03.flac', duration_seconds: null },
        // Those of the track that is on the album.
        ...{ artists: ['Miles Davis'], genres: [] },
      },
    ],
    ...{ unread_columns: [], left_out: [] },
    new_artists: ['Wynton Kelly'],
    new_genres: ['Blues'],
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  }
  const before = await readTrail(library)
  const dryRun = await paste(admin, { text, dry_run: true })
  expect([dryRun.status, dryRun.body]).toEqual([200, expected])
  expect((await user.get('/tracks')).body).toHaveLength(1)
  expect((await paste(admin, { text, digest: dryRun.body.digest })).body).toEqual(expected)
  const { tracks } = (await user.get('/albums/1')).body
  expect(tracks.map(({ title }: { title: string }) => title)).toEqual([
    'So What',
    'Freddie Freeloader',
    'Blue, "in" Green',
  ])
  expect(tracks[1]).toMatchObject({
    duration_seconds: 586,
    artists: [{ id: 1 }, { name: 'Wynton Kelly' }],
    genres: [{ name: 'Blues' }],
  })
  expect(tracks[2].artists).toMatchObject([{ id: 1 }])
  const entries = (await readTrail(library)).slice(before.length)
  expect(entries).toMatchObject([{ action: 'bulk', record: 'tracks', counts: { created: 2 } }])
  expect((await historyOf(library, 'tracks/3')).map(({ action }) => action)).toEqual(['create'])
  // A header names the columns, in any order.
  const named = await paste(admin, { text: 'Path,Length,Name\nkob/04.flac,693,All Blues' })
  expect(named.body.tracks).toMatchObject([{ title: 'All Blues', file_path: 'kob/04.flac', duration_seconds: 693 }])
})

test('what has changed since the dry run is not created', async ({ admin }) => {
  await createFixtures(admin)
  const text = 'Solar\tsolar.flac\t\tBill Evans'
  const { digest } = (await paste(admin, { text, dry_run: true })).body
  await admin.post('/artists', { name: 'Bill Evans' })
  expect((await paste(admin, { text, digest })).status).toBe(409)
  expect((await paste(admin, { text: `${text}\nNardis\tn.flac`, digest })).status).toBe(409)
  expect((await admin.get('/tracks')).body).toHaveLength(1)
})

test('rows that are not understood are rejected with their lines, and nothing is created', async ({ admin }) => {
  await createFixtures(admin)
  for (let n = 0; n < 2; n++) await admin.post('/artists', { name: 'John Williams' })
  const many = Array.from({ length: 501 }, (_, n) => `T\t${n}.flac`).join('\n')
  for (const [text, part] of [
    ['Solar\tsolar.flac\t3:4x', /^Line 1, Duration: "3:4x" is not a duration/],
    [`Solar\tsolar.flac\n${'x'.repeat(256)}\tn.flac`, /^Line 2: The title/],
    ['Solar\tkind-of-blue/01.flac', /^Line 1: There is a track with the path/],
    ['Solar\ts.flac\nNardis\ts.flac', /^Line 2: There is a track with the path/],
    ['Solar\ts.flac\t\tJohn Williams', /^Several artists have the name John Williams/],
    [many, /^The text has 501 rows/],
    ['"Solar\ts.flac', /quote that is not closed/],
    ['Title\tPath\n', /has no tracks/],
    [7, /must be the text of a table/],
    // No flag of the command line is named.
    ['Title,Title,Length\nSolar,x,1', /^(?!.*--)/],
  ] as const)
    expectInvalid(await paste(admin, { text }), { text: part }, text)
  expect((await paste(admin, { text: '' }, 99)).body).toEqual({ message: 'Album 99 was not found.' })
  expect((await paste(admin, { text: 'Solar\ts.flac' }, 'x')).status).toBe(404)
  expect((await admin.get('/artists')).body).toHaveLength(3)
  expect((await admin.get('/tracks')).body).toHaveLength(1)
})

test('tracks without a path get one, with the numbers of the text or the next ones, and artists are those of the album', async ({
  admin,
}) => {
  await createFixtures(admin)
  const pathsOf = async (body: object) =>
    (await paste(admin, body)).body.tracks.map(({ file_path }: { file_path: string }) => file_path)
  const discogs = 'A2\tBlue in Green\t5:37\nA1\tFreddie Freeloader\t9:46'
  const shelf = 'shelf/Miles Davis/Kind of Blue'
  expect(await pathsOf({ text: discogs })).toEqual([`${shelf}/A1 Freddie Freeloader`, `${shelf}/A2 Blue in Green`])
  expect(await pathsOf({ text: `${discogs}\nA3\tA/B\t1:00` })).toEqual([
    `${shelf}/A1 Freddie Freeloader (2)`,
    `${shelf}/A2 Blue in Green (2)`,
    `${shelf}/A3 A%2FB`,
  ])
  // The last one is A3.
  expect(await pathsOf({ text: 'All Blues\nAll Blues' })).toEqual([`${shelf}/A4 All Blues`, `${shelf}/A5 All Blues`])
  expect(await pathsOf({ text: 'A1\tx\t1:00\nA1\tx\t1:00' })).toEqual([`${shelf}/A1 x`, `${shelf}/A1 x (2)`])
  expect(await pathsOf({ text: 'Title,Path,Artist\nSolar,,Bill Evans\nNardis,n.flac,' })).toEqual([
    'shelf/Bill Evans/Kind of Blue/A2 Solar',
    'n.flac',
  ])
  // Others can be given for tracks without one.
  const { id } = (await admin.post('/artists', { name: 'Nina Simone' })).body
  const given = await paste(admin, { text: 'Solar\nNardis', artist_ids: [id] })
  expect(given.body.tracks).toMatchObject([{ artists: ['Nina Simone'] }, { artists: ['Nina Simone'] }])
  expectInvalid(await paste(admin, { text: '', artist_ids: [99] }), {
    text: /text of a table/,
    artist_ids: /do not exist: 99/,
  })
  // Of an album without tracks, there are none.
  const empty = (await admin.post('/albums', { title: 'Blue Train' })).body.id
  expect((await paste(admin, { text: 'Blue Train' }, empty)).body.tracks).toMatchObject([
    { artists: [], file_path: 'shelf/Blue Train/1 Blue Train' },
  ])
})

test('a track without a file is created with a path, on an album or on none', async (library) => {
  const { admin } = library
  await createFixtures(admin)
  const create = (body: object) => sendToConsole(admin, 'POST', '/tracks', body)
  const typed = await create({ title: 'Blue in Green', duration_seconds: 337, album_id: 1 })
  expect([typed.status, typed.body]).toMatchObject([
    201,
    {
      file_path: 'shelf/Miles Davis/Kind of Blue/2 Blue in Green',
      artists: [{ name: 'Miles Davis' }],
      album: { id: 1 },
      duration_seconds: 337,
    },
  ])
  expect((await create({ title: 'All Blues', album_id: 1, artist_ids: [] })).body).toMatchObject({ artists: [] })
  for (const path of ['shelf/Miles Davis/Solar', 'shelf/Miles Davis/Solar (2)'])
    expect((await create({ title: 'Solar', artist_ids: [1] })).body).toMatchObject({ file_path: path, album: null })
  expect((await historyOf(library, `tracks/${typed.body.id}`)).map(({ action }) => action)).toEqual(['create'])
  expectInvalid(await create({ title: '', album_id: 99 }), { title: /required/, album_id: /do not exist: 99/ })
  expectInvalid(await create({ title: '' }), { title: 'The title is required.' })
  // The API needs a path.
  expectInvalid(await admin.post('/tracks', { title: 'Solar' }), { file_path: 'The file_path is required.' })
})

test('artists that half of the tracks of the album have are not those of a new one', async ({ admin }) => {
  await createFixtures(admin)
  await paste(admin, { text: 'Title,Artist\nSolar,Bill Evans' })
  expect((await paste(admin, { text: 'Nardis' })).body.tracks).toMatchObject([{ artists: [] }])
})
