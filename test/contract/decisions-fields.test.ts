import { expect, test } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { expectInvalid } from './shapes.ts'

// D4 to D10: what a field takes.

const account = (secret: string) => ({
  name: 'Nica',
  email: 'nica@example.com',
  password: secret,
  password_confirmation: secret,
})

test('D4: strings are trimmed, and an empty one is missing or null', async () => {
  await using library = await startTestLibrary()
  const artist = await library.admin.post('/artists', { name: '\t Sun Ra \n', cover_path: '  ra.jpg ' })
  expect(artist.body).toMatchObject({ name: 'Sun Ra', cover_path: 'ra.jpg' })
  const changed = await library.admin.put(`/artists/${artist.body.id}`, { cover_path: ' \n' })
  expect([changed.status, changed.body.cover_path]).toEqual([200, null])
  expectInvalid(await library.admin.put(`/artists/${artist.body.id}`, { name: ' \t ' }), 'name')
  expectInvalid(await library.admin.post('/tracks', { title: ' ', file_path: '\n' }), 'title', 'file_path')
  const { body } = await library.admin.post('/labels', { name: ` ${'x'.repeat(100)} ` })
  expect(body.name).toHaveLength(100)
})

test('D4: an e-mail address is trimmed, a password never', async () => {
  await using library = await startTestLibrary()
  const secret = '  spaced out  '
  const { status, body } = await library.anonymous.post('/register', {
    ...account(secret),
    email: ' nica@example.com ',
  })
  expect([status, body.user.email]).toEqual([201, 'nica@example.com'])
  expect((await library.anonymous.post('/login', { email: ' nica@example.com ', password: secret })).status).toBe(200)
  const trimmed = await library.anonymous.post('/login', { email: 'nica@example.com', password: secret.trim() })
  expect(trimmed.status).toBe(422)
  expect((await library.admin.post('/users', { ...account(' '.repeat(8)), email: 'x@example.com' })).status).toBe(201)
})

test('D4: control characters other than tab and newline are refused', async () => {
  await using library = await startTestLibrary()
  const { body: label } = await library.admin.post('/labels', { name: 'Columbia' })
  for (let code = 0; code < 0xa0; code++) {
    const character = String.fromCodePoint(code)
    const response = await library.admin.put(`/labels/${label.id}`, { name: `a${character}b` })
    const control = code < 0x20 || code >= 0x7f
    const fine = !control || character === '\t' || character === '\n'
    expect([code, response.status]).toEqual([code, fine ? 200 : 400])
    if (!fine) expectInvalid(response, 'name')
  }
  expectInvalid(await library.admin.post('/tracks', { title: 'a\0b', file_path: 'a\rb' }), 'title', 'file_path')
  expectInvalid(await library.admin.post('/artists', { name: 'a', cover_path: 'a\u001bb' }), 'cover_path')
  expectInvalid(await library.admin.put('/users/1', { name: 'a\u0007b' }), 'name')
})

test('D5: lengths count Unicode code points', async () => {
  await using library = await startTestLibrary()
  const bounds = [
    ['/labels', 'name', 100, {}],
    ['/genres', 'name', 100, {}],
    ['/artists', 'name', 255, {}],
    ['/artists', 'cover_path', 255, { name: 'x' }],
    ['/albums', 'title', 255, {}],
    ['/albums', 'cover_path', 255, { title: 'x' }],
    ['/tracks', 'title', 255, { file_path: 'x' }],
    ['/tracks', 'file_path', 255, { title: 'x' }],
  ] as const
  for (const [path, field, max, rest] of bounds) {
    const longest = '𝄞'.repeat(max)
    const { status, body } = await library.admin.post(path, { ...rest, [field]: longest })
    expect([path, field, status, body[field]]).toEqual([path, field, 201, longest])
    expectInvalid(await library.admin.post(path, { ...rest, [field]: `${longest}x` }), field)
  }
})

test('D5: a password has 8 to 1,024 code points', async () => {
  await using library = await startTestLibrary()
  const { body: user } = await library.user.get('/me')
  const put = (secret: string) => library.admin.put(`/users/${user.id}`, { password: secret })
  expectInvalid(await put('𝄞'.repeat(7)), 'password')
  expectInvalid(await put('x'.repeat(1025)), 'password')
  expectInvalid(await put('𝄞'.repeat(1025)), 'password')
  for (const secret of ['𝄞'.repeat(8), '𝄞'.repeat(1024)]) {
    expect((await put(secret)).status).toBe(200)
    expect((await library.anonymous.post('/login', { email: user.email, password: secret })).status).toBe(200)
  }
})

test('D6: null clears a nullable field, and absent leaves it', async () => {
  await using library = await startTestLibrary()
  const { album, track, label } = await createFixtures(library.admin)
  const kept = await library.admin.put(`/albums/${album.id}`, { cover_path: 'k.jpg', type: 'ep' })
  expect(kept.body).toMatchObject({ cover_path: 'k.jpg', type: 'ep', label_id: label.id, label })
  const cleared = await library.admin.put(`/albums/${album.id}`, { cover_path: null, label_id: null })
  expect(cleared.body).toMatchObject({ cover_path: null, type: 'ep', label_id: null, label: null })
  expectInvalid(await library.admin.put(`/albums/${album.id}`, { type: null }), 'type')
  expectInvalid(await library.admin.post('/albums', { title: 'x', type: null }), 'type')
  const sets = { artist_ids: null, genre_ids: null }
  expectInvalid(await library.admin.put(`/tracks/${track.id}`, sets), 'artist_ids', 'genre_ids')
  expectInvalid(await library.admin.post('/tracks', { title: 'x', file_path: 'x', ...sets }), 'artist_ids', 'genre_ids')
  expect((await library.admin.put(`/tracks/${track.id}`, {})).body).toMatchObject({
    artists: track.artists,
    genres: track.genres,
  })
})

test('D7: an integer is a JSON integer in its bounds', async () => {
  await using library = await startTestLibrary()
  const send = (value: string) =>
    library.admin.send('POST', '/albums', {
      body: `{"title":"x","duration_seconds":${value}}`,
      headers: { 'content-type': 'application/json' },
    })
  for (const value of ['0', '7', '2147483647']) {
    const { status, text } = await send(value)
    expect([status, text]).toEqual([201, expect.stringContaining(`"duration_seconds":${value},`)])
  }
  for (const value of ['-1', '2147483648', '1.5', '"5"', '1e99', '1e400', 'true', '[5]', '""']) {
    expectInvalid(await send(value), 'duration_seconds')
  }
})

test('D8: a reference to nothing is refused under its own name, and names the ids', async () => {
  await using library = await startTestLibrary()
  const { artist, genre } = await createFixtures(library.admin)
  const body = {
    title: 'x',
    file_path: 'x',
    album_id: 871,
    artist_ids: [artist.id, 872, 873],
    genre_ids: [genre.id, 874],
  }
  const response = await library.admin.post('/tracks', body)
  expectInvalid(response, 'album_id', 'artist_ids', 'genre_ids')
  expect(response.body.errors.album_id.join()).toContain('871')
  expect(response.body.errors.artist_ids.join()).toMatch(/872.*873/)
  expect(response.body.errors.genre_ids.join()).toContain('874')
  for (const path of ['/artists', '/albums']) {
    const unlabelled = await library.admin.post(path, { name: 'x', title: 'x', label_id: 875 })
    expectInvalid(unlabelled, 'label_id')
    expect(unlabelled.body.errors.label_id.join()).toContain('875')
  }
  const promoted = await library.admin.put('/users/2', { role_id: 876 })
  expectInvalid(promoted, 'role_id')
  expect(promoted.body.errors.role_id.join()).toContain('876')
})

test('D8: an id that is repeated counts once', async () => {
  await using library = await startTestLibrary()
  const [a = 0, b = 0] = await createMany(library.admin, '/artists', 2)
  const body = { title: 'x', file_path: 'x', artist_ids: [b, a, b, b, a] }
  const { status, body: track } = await library.admin.post('/tracks', body)
  expect([status, track.artists.map(({ id }: { id: number }) => id)]).toEqual([201, [a, b]])
})

test('D9: a date is a day, or a date and time with an offset', async () => {
  await using library = await startTestLibrary()
  const taken: [string, string][] = [
    ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000000Z'],
    ['1959-08-17T10:20:30Z', '1959-08-17T10:20:30.000000Z'],
    ['1959-08-17t10:20:30.5z', '1959-08-17T10:20:30.500000Z'],
    ['1959-08-17T10:20:30.123456Z', '1959-08-17T10:20:30.123456Z'],
    ['1959-08-17T00:30:00+01:00', '1959-08-16T23:30:00.000000Z'],
    ['1959-12-31T23:30:00-05:30', '1960-01-01T05:00:00.000000Z'],
  ]
  for (const [sent, kept] of taken) {
    const { status, body } = await library.admin.post('/albums', { title: 'x', release_date: sent })
    expect([sent, status, body.release_date]).toEqual([sent, 201, kept])
  }
  const refused = ['1900-02-29', '2023-02-30', '2023-04-31', '2023-00-10', '2023-01-00', '2023-1-1', '20230101', '2023']
  const times = ['2023-01-01T10:00:00', '2023-01-01T24:00:00Z', '2023-01-01T10:60:00Z', '2023-01-01T10:00Z']
  const offsets = ['2023-01-01T10:00:00+1', '2023-01-01T10:00:00+24:00', '2023-02-30T10:00:00Z', '+02023-01-01']
  for (const sent of [...refused, ...times, ...offsets, 'today', '2023-01-01 and more']) {
    expectInvalid(await library.admin.post('/albums', { title: 'x', release_date: sent }), 'release_date')
  }
})

test('D10: every PUT takes a part, responses as a 201 does, and refreshes updated_at', async () => {
  await using library = await startTestLibrary()
  const records = await createFixtures(library.admin)
  const user = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const rows = [
    // What nests a record comes before that record, whose updated_at it shows.
    ['/tracks', records.track, {}],
    ['/artists', records.artist, {}],
    ['/albums', records.album, {}],
    ['/labels', records.label, { name: 'Columbia' }],
    ['/genres', records.genre, { name: 'Modal jazz' }],
    ['/users', await records.create('/users', user), {}],
  ] as const
  for (const [path, created, sent] of rows) {
    const { status, body } = await library.admin.put(`${path}/${created.id}`, sent)
    expect([path, status, body]).toEqual([path, 200, { ...created, updated_at: body.updated_at }])
    expect(body.updated_at > created.updated_at).toBe(true)
  }
  expectInvalid(await library.admin.put(`/labels/${records.label.id}`, {}), 'name')
  expectInvalid(await library.admin.put(`/genres/${records.genre.id}`, {}), 'name')
})
