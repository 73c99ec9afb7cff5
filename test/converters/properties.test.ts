import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import type { TrackRow } from '../../src/converters/trackRow.ts'
import type { Database } from '../../src/library/database.ts'
import { sum } from '../../src/seeding/report/report.ts'
import { withLibrary } from '../support/catalogue.ts'
import { amount, tries } from '../support/longForm.ts'
import { seedText } from '../support/seedText.ts'

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'a / b', 'A', 'a #2', ' a ', 'e\u0301', '\u00e9') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '  ', 'a\u0000', '\ud800', 'a\r\nb', '\ufeff', 'x'.repeat(101), '😀'.repeat(256)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

const albumRow = fc.record(
  {
    title: text,
    artist: text,
    key: text,
    label: text,
    type: fc.constantFrom('album', 'single', 'ep'),
    release_date: fc.oneof(text, fc.constantFrom('1959-08-17', '1959-02-30', '1959-08-17T12:30:00+02:00')),
    cover_path: text,
  },
  { requiredKeys: ['title'] },
)

const trackRow = fc.record(
  {
    place: fc.constantFrom('1', '2', '10'),
    title: text,
    file_path: text,
    key: text,
    former_key: text,
    duration_seconds: fc.oneof(fc.integer(), fc.double()),
    artists: fc.array(text, { maxLength: 3 }),
    genres: fc.array(text, { maxLength: 3 }),
    album: albumRow,
  },
  { requiredKeys: ['place', 'title', 'file_path', 'artists', 'genres'] },
)

const rows: fc.Arbitrary<TrackRow[]> = fc.array(trackRow, { maxLength: 12 })

const textOf = (list: readonly TrackRow[]) => [...buildCatalogue(list).chunks].join('')

test('seeding accepts the catalogue of any rows, and changes nothing the second time', async () => {
  const property = (database: Database) =>
    fc.asyncProperty(rows, async (list) => {
      // The library is emptied, since a new one for each run takes longer than all seeds.
      await seedText(database, '{}', { prune: true })
      const { chunks, count } = buildCatalogue(list)
      const catalogue = [...chunks].join('')
      const first = await seedText(database, catalogue)
      expect(sum(first, 'created')).toBe(count)
      const second = await seedText(database, catalogue, { prune: true })
      expect([sum(second, 'created'), sum(second, 'updated'), sum(second, 'deleted')]).toEqual([0, 0, 0])
    })
  await withLibrary((database) => fc.assert(property(database), { numRuns: amount(10, 500) }))
})

test('the same rows in another order are the same bytes', () => {
  const shuffled = rows.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      expect(textOf(other)).toBe(textOf(list))
    }),
    { numRuns: tries(125) },
  )
})
