import fc from 'fast-check'
import { isVisible } from '../../src/base/visibleText.ts'

// Catalogues for property tests: valid ones with unusual texts, and malformed ones.

const unusualTexts = [
  ...['constructor', '__proto__', '"quoted"', "it's", 'a\\b', '坂本龍一', 'Ágætis byrjun', '👩‍🚀 in space'],
  ...['\ufffd', 'a\tb', '#1', 'x #1'],
]

/** Valid text that is stored unchanged, and that can be seen: without spaces around it, and without characters that are rejected. */
const text = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...unusualTexts) },
      { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
    )
    .map((value) => value.replaceAll(/[^\P{Cc}\t\n]/gu, '').trim())
    .filter((value) => isVisible(value) && value.isWellFormed() && [...value].length <= max)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const duration = optional(fc.integer({ min: 0, max: 2_147_483_647 }))
const day = optional(fc.constantFrom('1959-08-17', '2000-02-29', '0001-01-01', '1959-08-17T12:30:00.5+02:00'))

/** Drops members that are undefined. */
const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Records as the API creates them: without keys, and names may be shared. A reference is an index, perhaps of no record. */
export const apiRecords = fc
  .record({
    labels: fc.array(fc.record({ name: text(100) }), { maxLength: 5 }),
    genres: fc.array(fc.record({ name: text(100) }), { maxLength: 4 }),
    artists: fc.array(fc.record({ name: text(255), label: optional(fc.nat(4)), release_date: day, duration }), {
      maxLength: 6,
    }),
    albums: fc.array(
      fc.record({
        title: text(255),
        label: optional(fc.nat(4)),
        type: fc.constantFrom('album', 'single', 'ep'),
        cover_path: optional(text(255)),
        release_date: day,
        duration_seconds: duration,
      }),
      { maxLength: 6 },
    ),
    tracks: fc.array(
      fc.record({
        title: text(255),
        file_path: text(255),
        duration_seconds: duration,
        album: optional(fc.nat(5)),
        artists: fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
        genres: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(withoutUndefined)

export type ApiRecords = typeof apiRecords extends fc.Arbitrary<infer Value> ? Value : never

/** A catalogue file in which every record has a key. */
export const keyedCatalogue = apiRecords.map(({ labels, genres, artists, albums, tracks }) => {
  const keyAt = (kind: string, list: unknown[], index: number) => (index < list.length ? `${kind} ${index}` : undefined)
  const withKeys = <T>(kind: string, list: T[]) => list.map((entry, index) => ({ key: `${kind} ${index}`, ...entry }))
  const withLabelKeys = <T extends { label?: number | undefined }>(list: T[]) =>
    list.map(({ label, ...entry }) => ({
      ...entry,
      label: label === undefined ? undefined : keyAt('label', labels, label),
    }))
  return withoutUndefined({
    labels: withKeys('label', labels),
    genres: withKeys('genre', genres),
    artists: withLabelKeys(withKeys('artist', artists)),
    albums: withLabelKeys(withKeys('album', albums)),
    tracks: withKeys('track', tracks).map(({ album, artists: artistIndexes, genres: genreIndexes, ...track }) => ({
      ...track,
      album: album === undefined ? undefined : keyAt('album', albums, album),
      artists: artistIndexes.flatMap((index) => keyAt('artist', artists, index) ?? []),
      genres: genreIndexes.flatMap((index) => keyAt('genre', genres, index) ?? []),
    })),
  })
})

/** The value of a member of a catalogue file, valid or invalid. */
const memberValue = fc.oneof(
  text(255),
  fc.constantFrom('', '  ', ' padded ', ...[100, 101].map((length) => 'x'.repeat(length))),
  fc.constantFrom('y'.repeat(255), 'y'.repeat(256), '😀'.repeat(100)),
  fc.constantFrom('a\u0000', 'a\rb', '\ud800', '\u0085', '\ufeffa', ' '.repeat(300)),
  fc.constantFrom('1959-08-17', '1959-02-29', '2000-02-29', '1900-02-29', ' 1959-08-17 '),
  fc.constantFrom('1959-08-17T00:00:00Z', '1959-8-17', '1959-08-17T00:00'),
  fc.constantFrom(0, -1, 1.5, 2_147_483_647, 2_147_483_648, 1e300, true, null),
  fc.constantFrom('album', 'lp', 'single'),
  fc.constantFrom<unknown>([], {}, ['a'], [' '], [5], [null], [['a']]),
  fc.constantFrom<unknown>(
    { key: 'a' },
    { name: 'a' },
    { title: 'a', label: null },
    { label: 'a' },
    { key: 'a', name: 'b' },
  ),
)

const entry = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        ...['key', 'name', 'title', 'file_path', 'label', 'album', 'artists', 'genres', 'type', 'release_date'],
        ...['duration', 'duration_seconds', 'cover_path', 'formerly', 'merge_into', 'delete', 'nmae'],
      ),
      memberValue,
      { maxKeys: 6 },
    ),
  },
  { weight: 1, arbitrary: memberValue },
)

/** Objects with the sections of a catalogue file, most of them invalid somewhere. */
export const malformedCatalogue = fc.dictionary(
  fc.constantFrom('$schema', 'labels', 'genres', 'artists', 'albums', 'tracks', 'songs'),
  fc.oneof({ weight: 6, arbitrary: fc.array(entry, { maxLength: 3 }) }, { weight: 1, arbitrary: memberValue }),
)
