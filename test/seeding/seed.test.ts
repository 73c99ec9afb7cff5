import { expect } from 'bun:test'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { listArtists, listLabels, listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { labels } = kindOfBlue

test('seeding creates records that refer to each other', async (database) => {
  const { sections } = await seedValue(database, kindOfBlue)
  expect(sections.tracks).toEqual({ created: 2, updated: 0, unchanged: 0, merged: 0, deleted: 0 })
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

test('only records that differ are updated, and members that the file leaves out stay', async (database) => {
  await seedValue(database, kindOfBlue)
  const [soWhat, blueInGreen] = await listTracks(database.read)
  const changed = { file_path: 'kind-of-blue/01.flac', title: 'So What?' }
  const { sections } = await seedValue(database, { tracks: [changed] })
  expect(sections.tracks).toEqual({ created: 0, updated: 1, unchanged: 0, merged: 0, deleted: 0 })
  const [after, other] = await listTracks(database.read)
  expect(other).toEqual(blueInGreen as NonNullable<typeof blueInGreen>)
  expect(after).toEqual({ ...soWhat, title: 'So What?', updated_at: after?.updated_at } as NonNullable<typeof after>)
  expect((after?.updated_at ?? '') > (soWhat?.updated_at ?? '')).toBe(true)
})

test('the artists and genres of a track become those of the file, and rows that stay keep their timestamps', async (database) => {
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

test('a new key is given to the one record without a key that has the same identity, and its timestamps stay', async (database) => {
  await seedValue(database, { labels })
  const before = await listLabels(database.read)
  const { sections } = await seedValue(database, { labels: [{ key: 'col', name: 'Columbia' }] })
  expect(sections.labels).toMatchObject({ created: 0, updated: 1 })
  expect(await listLabels(database.read)).toEqual(before)
  expect((await seedValue(database, { labels: [{ key: 'col', name: 'CBS' }] })).sections.labels.updated).toBe(1)
})
