import { expect } from 'bun:test'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid } from './shapes.ts'

// D6 to D10: null, integers, references, dates and partial PUTs.

const test = sharedLibraryTest()

test('D6: null clears a nullable field, and an absent field keeps its value', async ({ admin }) => {
  const { album, track, label } = await createFixtures(admin)
  const changed = await admin.put(`/albums/${album.id}`, { cover_path: 'k.jpg', type: 'ep' })
  expect(changed.body).toMatchObject({ cover_path: 'k.jpg', type: 'ep', label_id: label.id, label })
  const cleared = await admin.put(`/albums/${album.id}`, { cover_path: null, label_id: null })
  expect(cleared.body).toMatchObject({ cover_path: null, type: 'ep', label_id: null, label: null })
  expectInvalid(await admin.put(`/albums/${album.id}`, { type: null }), 'type')
  expectInvalid(await admin.post('/albums', { title: 'x', type: null }), 'type')
  const nullIds = { artist_ids: null, genre_ids: null }
  expectInvalid(await admin.put(`/tracks/${track.id}`, nullIds), 'artist_ids', 'genre_ids')
  const withNullIds = await admin.post('/tracks', { title: 'x', file_path: 'x', ...nullIds })
  expectInvalid(withNullIds, 'artist_ids', 'genre_ids')
  const { artists, genres } = track
  expect((await admin.put(`/tracks/${track.id}`, {})).body).toMatchObject({ artists, genres })
})

test('D7: a duration is a JSON integer from 0 to 2,147,483,647', async ({ admin }) => {
  const send = (value: string) =>
    admin.send('POST', '/albums', {
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

test('D8: a reference to a record that does not exist is rejected with its field and the ids', async (library) => {
  const { admin, user } = library
  const { artist, genre } = await createFixtures(admin)
  const references = { album_id: 871, artist_ids: [artist.id, 872, 873], genre_ids: [genre.id, 874] }
  const response = await admin.post('/tracks', { title: 'x', file_path: 'x', ...references })
  expectInvalid(response, 'album_id', 'artist_ids', 'genre_ids')
  expect(response.body.errors.album_id.join()).toContain('871')
  expect(response.body.errors.artist_ids.join()).toMatch(/872.*873/)
  expect(response.body.errors.genre_ids.join()).toContain('874')
  for (const path of ['/artists', '/albums']) {
    const response = await admin.post(path, { name: 'x', title: 'x', label_id: 875 })
    expectInvalid(response, 'label_id')
    expect(response.body.errors.label_id.join()).toContain('875')
  }
  const userResponse = await admin.put(`/users/${user.id}`, { role_id: 876 })
  expectInvalid(userResponse, 'role_id')
  expect(userResponse.body.errors.role_id.join()).toContain('876')
})

test('D8: an id that is repeated in an array counts once', async ({ admin }) => {
  const [a = 0, b = 0] = await createMany(admin, '/artists', 2)
  const body = { title: 'x', file_path: 'x', artist_ids: [b, a, b, b, a] }
  const { status, body: track } = await admin.post('/tracks', body)
  expect([status, track.artists.map(({ id }: { id: number }) => id)]).toEqual([201, [a, b]])
})

test('D9: a date is a day, or a date and time with an offset', async ({ admin }) => {
  const accepted: [string, string][] = [
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
  for (const [sent, stored] of accepted) {
    const { status, body } = await admin.post('/albums', { title: 'x', release_date: sent })
    expect([sent, status, body.release_date]).toEqual([sent, 201, stored])
  }
  const days = ['1900-02-29', '2023-02-30', '2023-04-31', '2023-00-10', '2023-01-00', '2023-1-1', '20230101', '2023']
  const times = ['2023-01-01T10:00:00', '2023-01-01T24:00:00Z', '2023-01-01T10:60:00Z', '2023-01-01T10:00Z']
  const offsets = ['2023-01-01T10:00:00+1', '2023-01-01T10:00:00+24:00', '2023-02-30T10:00:00Z', '+02023-01-01']
  for (const sent of [...days, ...times, ...offsets, 'today', '2023-01-01 and more']) {
    expectInvalid(await admin.post('/albums', { title: 'x', release_date: sent }), 'release_date')
  }
})

test('D10: a PUT of some fields responds with the shape of the 201, and sets updated_at', async ({ admin, nica }) => {
  const records = await createFixtures(admin)
  const rows = [
    // A record comes before the records that it nests: a PUT of those would change the updated_at in it.
    ['/tracks', records.track, {}],
    ['/artists', records.artist, {}],
    ['/albums', records.album, {}],
    ['/labels', records.label, { name: 'Columbia' }],
    ['/genres', records.genre, { name: 'Modal jazz' }],
    ['/users', await records.create('/users', nica), {}],
  ] as const
  for (const [path, created, sent] of rows) {
    const { status, body } = await admin.put(`${path}/${created.id}`, sent)
    expect([path, status, body]).toEqual([path, 200, { ...created, updated_at: body.updated_at }])
    expect(body.updated_at > created.updated_at).toBe(true)
  }
  expectInvalid(await admin.put(`/labels/${records.label.id}`, {}), 'name')
  expectInvalid(await admin.put(`/genres/${records.genre.id}`, {}), 'name')
})
