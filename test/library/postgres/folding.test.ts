import { expect } from 'bun:test'
import { createRandom } from '../../../src/base/random.ts'
import { foldedCharacters } from '../../support/fold.ts'
import { amount } from '../../support/longForm.ts'
import { createSqliteLibrary, postgresLibraryTest as test } from './emptyLibraries.ts'

const stamps = "'2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678901Z'"
const seed = 20261122

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const insertTracks = (titles: readonly string[]) =>
  `INSERT INTO tracks (title, file_path, created_at, updated_at) VALUES ${titles.map((title) => `(${quote(title)}, 'x', ${stamps})`).join(', ')}`

const selectNames = 'SELECT resource, id, folded FROM folded_names ORDER BY resource, id'

/** The first and last character of scripts and of punctuation. */
const ranges = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0x01, 0x1f],
  [0x80, 0x24f],
  [0x250, 0x36f],
  [0x370, 0x58f],
  [0x590, 0x77f],
  [0x900, 0x109f],
  [0x1e00, 0x1fff],
  [0x2000, 0x218f],
  [0x3000, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xacff],
  [0xfb00, 0xfdff],
  [0xfe20, 0xffef],
  [0x1f300, 0x1f6ff],
  [0x20000, 0x20100],
] as const

/** Titles of one script each, and of several. */
const createTitles = (count: number) => {
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const character = ([first, last]: readonly [number, number]) =>
    String.fromCodePoint(first + Math.floor(random() * (last - first + 1)))
  return Array.from({ length: count }, () => {
    const scripts = random() < 0.5 ? [pick(ranges)] : [pick(ranges), pick(ranges), [0x20, 0x20] as const]
    return Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      random() < 0.2 ? pick(foldedCharacters) : character(pick(scripts)),
    ).join('')
  })
}

test('names are folded to the same bytes as in a file', async (library) => {
  using file = createSqliteLibrary()
  const titles = [...foldedCharacters, ' ', '!!!', ' a ', 'A  B', "it's", 'a\\b', ...createTitles(amount(1_500, 4_000))]
  for (let start = 0; start < titles.length; start += 500) {
    const statement = insertTracks(titles.slice(start, start + 500))
    file.run(statement)
    await library.run(statement)
  }
  const expected = file.query(selectNames).all()
  expect(expected).toHaveLength(titles.length)
  expect(await library.run(selectNames)).toEqual(expected as Record<string, unknown>[])
  const letters = 'SELECT letter, folded FROM folded_letters ORDER BY letter'
  expect(await library.run(letters)).toEqual(file.query(letters).all() as Record<string, unknown>[])
})
