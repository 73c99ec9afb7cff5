import { expect, test } from 'bun:test'
import { historyOf, readTrail } from '../../support/audit.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { startTestLibrary } from '../../support/library.ts'

const paste = (admin: Client, body: unknown, id: number | string = 1) =>
  sendToConsole(admin, 'POST', `/albums/${id}/tracks`, body)

test('rows of a spreadsheet become tracks of the album, in their order, with new artists and genres, after a dry run', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  await createFixtures(admin)
  const text =
    'Freddie Freeloader\tkob/02.flac\t9:46\tMiles Davis; Wynton Kelly\tBlues\n"Blue, ""in"" Green"\tkob/03.flac\t\t\t\n'
  const expected = {
    tracks: [
      {
        ...{ title: 'Freddie Freeloader', file_path: 'kob/02.flac', duration_seconds: 586 },
        ...{ artists: ['Miles Davis', 'Wynton Kelly'], genres: ['Blues'] },
      },
      { title: 'Blue, "in" Green', file_path: 'kob/03.flac', duration_seconds: null, artists: [], genres: [] },
    ],
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
  const entries = (await readTrail(library)).slice(before.length)
  expect(entries).toMatchObject([{ action: 'bulk', record: 'tracks', counts: { created: 2 } }])
  expect((await historyOf(library, 'tracks/3')).map(({ action }) => action)).toEqual(['create'])
  // A header names the columns, in any order.
  const named = await paste(admin, { text: 'Path,Length,Name\nkob/04.flac,693,All Blues' })
  expect(named.body.tracks).toMatchObject([{ title: 'All Blues', file_path: 'kob/04.flac', duration_seconds: 693 }])
})

test('what has changed since the dry run is not created', async () => {
  await using library = await startTestLibrary()
  const { admin } = library
  await createFixtures(admin)
  const text = 'Solar\tsolar.flac\t\tBill Evans'
  const { digest } = (await paste(admin, { text, dry_run: true })).body
  await admin.post('/artists', { name: 'Bill Evans' })
  expect((await paste(admin, { text, digest })).status).toBe(409)
  expect((await paste(admin, { text: `${text}\nNardis\tn.flac`, digest })).status).toBe(409)
  expect((await admin.get('/tracks')).body).toHaveLength(1)
})

test('rows that are not understood are rejected with their lines, and nothing is created', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  await createFixtures(admin)
  for (let n = 0; n < 2; n++) await admin.post('/artists', { name: 'John Williams' })
  const long = 'x'.repeat(256)
  for (const [text, sentence] of [
    ['Solar\tsolar.flac\t3:4x', /^Line 1, Duration: "3:4x" is no duration/],
    ['Solar\tsolar.flac\n\tnardis.flac', /^Line 2, Title: is empty/],
    ['Title\tPath\nSolar\t', /^Line 2, Path: is empty/],
    [`Solar\tsolar.flac\n${long}\tn.flac`, /^Line 2: The title/],
    ['Solar\tkind-of-blue/01.flac', /^Line 1: There is a track with the path/],
    ['Solar\ts.flac\nNardis\ts.flac', /^Line 2: There is a track with the path/],
    ['Solar\ts.flac\t\tJohn Williams', /^Several artists have the name John Williams/],
    [Array.from({ length: 501 }, (_, n) => `T\t${n}.flac`).join('\n'), /^The text has 501 rows/],
    ['"Solar\ts.flac', /quote that is not closed/],
    ['Title\tPath\n', /has no tracks/],
    [' \n ', /must be the text of a table/],
    ['Solar\u0007\ts.flac', /^Line 1: The title/],
  ] as const) {
    const { status, body } = await paste(admin, { text })
    expect([text.slice(0, 40), status, body.errors?.text?.[0]]).toEqual([
      text.slice(0, 40),
      400,
      expect.stringMatching(sentence),
    ])
  }
  expect((await paste(admin, { text: 7 })).status).toBe(400)
  expect((await paste(admin, { text: '' }, 99)).body).toEqual({ message: 'Album 99 was not found.' })
  expect((await paste(admin, { text: 'Solar\ts.flac' }, 'x')).status).toBe(404)
  expect((await paste(user, { text: 'Solar\ts.flac' })).status).toBe(403)
  expect((await admin.get('/artists')).body).toHaveLength(3)
  expect((await admin.get('/tracks')).body).toHaveLength(1)
})
