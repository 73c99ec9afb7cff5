import { expect } from 'bun:test'
import { exportAccounts } from '../../src/seeding/accounts/export.ts'
import { seedAccounts } from '../../src/seeding/accounts/seedAccounts.ts'
import { exportText, kindOfBlue, seedAndExport, seedValue, withLibrary } from '../support/catalogue.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { seedText } from '../support/seedText.ts'

test('an export has one line for each record, and no generated keys where names tell records apart', async (database) => {
  await seedValue(database, kindOfBlue)
  expect(await exportText(database)).toBe(`{
  "$schema": "./catalogue.schema.json",
  "labels": [
    { "name": "Columbia" }
  ],
  "genres": [
    { "name": "Jazz" },
    { "name": "Modal jazz" }
  ],
  "artists": [
    { "name": "John Coltrane" },
    { "name": "Miles Davis", "label": "Columbia" }
  ],
  "albums": [
    { "title": "Kind of Blue", "label": "Columbia", "type": "album", "release_date": "1959-08-17", "duration_seconds": 2744 }
  ],
  "tracks": [
    { "title": "So What", "file_path": "kind-of-blue/01.flac", "duration_seconds": 562, "album": "Kind of Blue", "artists": ["John Coltrane", "Miles Davis"], "genres": ["Jazz", "Modal jazz"] },
    { "title": "Blue in Green", "file_path": "kind-of-blue/03.flac", "album": "Kind of Blue", "artists": ["Miles Davis"] }
  ]
}
`)
})

test('the export of an empty library has empty sections', async () => {
  const empty = await withLibrary(exportText)
  expect(JSON.parse(empty)).toMatchObject({ labels: [], genres: [], artists: [], albums: [], tracks: [] })
  expect(await seedAndExport(empty)).toBe(empty)
})

test('an export has all keys of the library, and names records in references where the name alone finds them', async (database) => {
  await seedValue(database, {
    labels: [
      { key: 'c', name: 'Columbia' },
      { key: 'v1', name: 'Verve' },
      { key: 'v2', name: 'Verve' },
    ],
    artists: [
      { key: 'md', name: 'Miles Davis', label: 'c' },
      { name: 'Ella Fitzgerald', label: 'v1' },
    ],
  })
  const text = await exportText(database)
  expect(text).toContain('{ "key": "c", "name": "Columbia" }')
  expect(text).toContain('{ "key": "md", "name": "Miles Davis", "label": "Columbia" }')
  expect(text).toContain('{ "name": "Ella Fitzgerald", "label": "v1" }')
  expect(await seedAndExport(text)).toBe(text)
})

test('a track with a key keeps its like when its file_path is changed in an exported file', async (database) => {
  const [track, ...others] = kindOfBlue.tracks
  await seedValue(database, { ...kindOfBlue, tracks: [{ ...track, key: 'so-what' }, ...others] })
  await seedAccounts(database, [{ email: 'ada@example.com', password: 'a long secret', likes: [{ key: 'so-what' }] }])
  const exported = await exportText(database)
  const moved = exported.replace('kind-of-blue/01.flac', 'Miles Davis/Kind of Blue/01.flac')
  const { sections, likes_deleted } = await seedText(database, moved, { prune: true })
  expect(sections.tracks).toEqual({ created: 0, updated: 1, unchanged: 1, merged: 0, deleted: 0 })
  expect(likes_deleted).toBe(0)
  const accounts = await database.snapshot((read) => exportAccounts(read, false))
  expect([...accounts.chunks].join('')).toContain('"likes": ["Miles Davis/Kind of Blue/01.flac"]')
})
