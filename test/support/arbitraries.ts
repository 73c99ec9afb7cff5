import fc from 'fast-check'

// Catalogues as people might write them, and stranger ones.

const odd = [
  'constructor',
  '__proto__',
  '"quoted"',
  "it's",
  'a\\b',
  '坂本龍一',
  'Ágætis byrjun',
  '👩‍🚀 in space',
  '\ufffd',
  'a\tb',
  '#1',
  'x #1',
]

/** Text that can be kept as it is: no spaces around it, and none of the characters that are refused. */
export const text = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...odd) },
      { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
    )
    .map((value) => value.replaceAll(/[^\P{Cc}\t\n]/gu, '').trim())
    .filter((value) => value !== '' && value.isWellFormed() && [...value].length <= max)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const duration = optional(fc.integer({ min: 0, max: 2_147_483_647 }))
const day = optional(fc.constantFrom('1959-08-17', '2000-02-29', '0001-01-01', '1959-08-17T12:30:00.5+02:00'))

const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Records as the API would make them, with references by place: names may be shared, and there are no keys. */
export const records = fc
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

/** The same as a catalogue file in which every record has a key. */
export const keyed = records.map(({ labels, genres, artists, albums, tracks }) => {
  const key = (section: string, list: unknown[], at: number) => (at < list.length ? `${section} ${at}` : undefined)
  const numbered = <T>(section: string, list: T[]) => list.map((entry, at) => ({ key: `${section} ${at}`, ...entry }))
  const labelled = <T extends { label?: number | undefined }>(list: T[]) =>
    list.map(({ label, ...entry }) => ({
      ...entry,
      label: label === undefined ? undefined : key('label', labels, label),
    }))
  return withoutUndefined({
    labels: numbered('label', labels),
    genres: numbered('genre', genres),
    artists: labelled(numbered('artist', artists)),
    albums: labelled(numbered('album', albums)),
    tracks: numbered('track', tracks).map(({ album, artists: performers, genres: kinds, ...track }) => ({
      ...track,
      album: album === undefined ? undefined : key('album', albums, album),
      artists: performers.flatMap((at) => key('artist', artists, at) ?? []),
      genres: kinds.flatMap((at) => key('genre', genres, at) ?? []),
    })),
  })
})

/** Anything that might stand where a member of a catalogue file does, right or wrong. */
const anything = fc.oneof(
  text(255),
  fc.constantFrom(
    '',
    '  ',
    ' padded ',
    'x'.repeat(100),
    'x'.repeat(101),
    'y'.repeat(255),
    'y'.repeat(256),
    '😀'.repeat(100),
  ),
  fc.constantFrom('a\u0000', 'a\rb', '\ud800', '\u0085', '\ufeffa', ' '.repeat(300)),
  fc.constantFrom(
    '1959-08-17',
    '1959-02-29',
    '2000-02-29',
    '1900-02-29',
    ' 1959-08-17 ',
    '1959-08-17T00:00:00Z',
    '1959-8-17',
    '1959-08-17T00:00',
  ),
  fc.constantFrom(0, -1, 1.5, 2_147_483_647, 2_147_483_648, 1e300, true, null),
  fc.constantFrom('album', 'lp', 'single'),
  fc.constantFrom<unknown>([], {}, ['a'], [' '], [5], [null], [['a']]),
)

const entry = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'key',
        'name',
        'title',
        'file_path',
        'label',
        'album',
        'artists',
        'genres',
        'type',
        'release_date',
        'duration',
        'duration_seconds',
        'cover_path',
        'nmae',
      ),
      anything,
      { maxKeys: 6 },
    ),
  },
  { weight: 1, arbitrary: anything },
)

/** Values with the outline of a catalogue file, most of them wrong somewhere. */
export const almostCatalogue = fc.dictionary(
  fc.constantFrom('$schema', 'labels', 'genres', 'artists', 'albums', 'tracks', 'songs'),
  fc.oneof({ weight: 6, arbitrary: fc.array(entry, { maxLength: 3 }) }, { weight: 1, arbitrary: anything }),
)
