import { expect, test } from 'bun:test'
import { listTracks } from '../../src/catalogue/track/store.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { seed } from '../../src/seeding/seed.ts'
import { newDatabase } from '../support/database.ts'

test('the sample catalogue can be seeded, and has examples of every feature of a catalogue', async () => {
  await using database = await newDatabase()
  const { sections } = await seed(database, sampleCatalogue())
  expect(sections.albums.created).toBeGreaterThanOrEqual(12)
  const tracks = await listTracks(database.read)
  expect(tracks.some(({ artists }) => artists.length > 1)).toBe(true)
  expect(tracks.some(({ genres }) => genres.length > 1)).toBe(true)
  for (const type of ['album', 'ep', 'single']) expect(tracks.some(({ album }) => album?.type === type)).toBe(true)
  expect(tracks.some(({ title }) => /\p{Script=Cyrillic}/u.test(title))).toBe(true)
  expect(tracks.some(({ artists }) => artists.some(({ name }) => /\p{Script=Han}/u.test(name)))).toBe(true)
})
