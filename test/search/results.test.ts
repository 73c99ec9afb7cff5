import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mapValues } from '../../src/base/objects.ts'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { keyedCatalogue } from '../support/arbitraries.ts'
import type { Client } from '../support/client.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { compareSearch, type Parameters, type SearchedName, search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const word = fc.oneof(
  fc.constantFrom(..."a b c jo in sp ÁGÆ 坂 quoted s it's constr __proto__ - #".split(' '), 'agaetis byrjun', 'x 1'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }).map((value) => value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')),
)
const text = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
  .filter((words) => words.trim() !== '')
/** Positions in a list, which a test replaces with the ids of the records at them, or with an id of none. */
const position = fc.nat(9).map(String)
const positions = fc.uniqueArray(position, { minLength: 1, maxLength: 8 }).map((list) => list.join())
/** One position, several, or `none`. */
const related = fc.oneof({ weight: 4, arbitrary: position }, positions, fc.constant('none'))
const type = fc.constantFrom('album', 'single', 'ep', 'ep,single')
const time = fc.constantFrom('2000..', '..2000', '1999..2100-01', '2000-02-29')
const date = fc.oneof(fc.constantFrom('none', '1969', '1997..', '..1999-06', '1960-01-01..1989-12', '2003-02'), time)
const duration = fc.constantFrom('none', '0', '1..', '..200', '100..2000')
const common = { ids: positions, created_at: time, updated_at: time }

const filters = {
  labels: common,
  genres: common,
  artists: { ...common, label_id: related, release_date: date, duration },
  albums: {
    ...common,
    label_id: related,
    artist_id: related,
    genre_id: related,
    type,
    release_date: date,
    duration_seconds: duration,
  },
  tracks: {
    ...common,
    label_id: related,
    album_id: related,
    artist_id: related,
    genre_id: related,
    type,
    release_date: date,
    duration_seconds: duration,
    liked: fc.constantFrom('true', 'false'),
  },
  users: common,
}
const sorts: Record<SearchedName, string[]> = {
  labels: ['name', 'albums', 'tracks'],
  genres: ['name'],
  artists: ['name', 'release_date', 'duration', 'albums', 'tracks'],
  albums: ['title', 'release_date', 'duration_seconds'],
  tracks: ['title', 'duration_seconds', 'liked'],
  users: ['name'],
}

/** Most searches leave a filter out, so that most of them find something. */
const rarely = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Without the parameters that are undefined. The order of likes is only that of what is liked. */
const withNeeded = (parameters: { sort?: string }): Parameters =>
  JSON.parse(JSON.stringify({ ...parameters, ...(parameters.sort?.endsWith('liked') && { liked: 'true' }) }))

const parametersOf = (name: SearchedName): fc.Arbitrary<Parameters> => {
  const sort = fc.constantFrom(...sorts[name], 'relevance', 'id', 'created_at', 'updated_at')
  const direction = fc.constantFrom('', '-')
  const page = fc.record(
    {
      sort: fc.tuple(direction, sort).map(([sign, column]) => sign + column),
      limit: fc.integer({ min: 1, max: 4 }).map(String),
      offset: fc.integer({ min: 0, max: 5 }).map(String),
    },
    { requiredKeys: [] },
  )
  const conditions = fc.record(
    mapValues<string, fc.Arbitrary<string>, ReturnType<typeof rarely>>({ q: text, ...filters[name] }, rarely),
  )
  return fc.tuple(page, conditions).map(([a, b]) => withNeeded({ ...a, ...b }))
}

const aSearch = fc
  .constantFrom<SearchedName>(...resourceNames, 'tracks', 'tracks', 'users')
  .chain((name) => fc.tuple(fc.constant(name), parametersOf(name)))

/** Compares searches with the whole lists. Returns the number of records that were found. */
const compareAll = async ({ admin }: TestLibrary, searches: [SearchedName, Parameters][]) => {
  let found = 0
  for (const [name, parameters] of searches) {
    const resolved = { ...parameters }
    for (const [parameter, value] of Object.entries(parameters)) {
      if (!/_id$|^ids$/.test(parameter)) continue
      const list = (await admin.get(`/${parameter === 'ids' ? name : parameter.replace('_id', 's')}`)).body
      resolved[parameter] = value
        .split(',')
        .map((index) => (index === 'none' ? index : (list[index]?.id ?? 999_999)))
        .join()
    }
    found += await compareSearch(admin, name, resolved)
  }
  return found
}

const likeSome = async (client: Client, numbers: number[]) => {
  const tracks = (await client.get('/tracks')).body
  for (const number of numbers) if (tracks[number]) await client.post(`/tracks/${tracks[number].id}/like`)
}

test('after a seed, every search returns what the whole list has', async () => {
  await using library = await startTestLibrary()
  const searches = fc.array(aSearch, { minLength: amount(10, 5), maxLength: 12 })
  const likes = fc.array(fc.nat(7), { maxLength: 5 })
  let found = 0
  await fc.assert(
    fc.asyncProperty(keyedCatalogue, searches, likes, likes, async (catalogue, searches, likes, likesOfAnother) => {
      await seedText(library.library, JSON.stringify(catalogue), { prune: true })
      await likeSome(library.admin, likes)
      await likeSome(library.user, likesOfAnother)
      found += await compareAll(library, searches)
    }),
    { numRuns: amount(8, 400) },
  )
  // The cases are random: in the short form they find from 60 records to some hundreds.
  expect(found).toBeGreaterThan(30)
})

/** Few words of five scripts, some of which begin with others: they are in the names of all kinds of records. */
const sharedWord = fc.constantFrom('blue', 'Blues', 'Müll', 'müllerin', 'Звук', 'звуки', '東', '東京', 'Αθήνα', '!!!')
const sharedName = fc.array(sharedWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const sharedNames = fc.uniqueArray(sharedName, { minLength: 4, maxLength: 6, selector: (name) => name.toLowerCase() })

/** More tracks than are sorted at once, with any number of artists and genres, some of them without an album. */
const sharedCatalogue = fc
  .tuple(sharedNames, sharedNames, sharedNames, sharedNames)
  .chain(([labels, genres, artists, albums]) =>
    fc.record({
      labels: fc.constant(labels.map((name) => ({ name }))),
      genres: fc.constant(genres.map((name) => ({ name }))),
      artists: fc.tuple(
        ...artists.map((name) => fc.record({ name: fc.constant(name), label: fc.constantFrom(null, ...labels) })),
      ),
      albums: fc.tuple(
        ...albums.map((title) => fc.record({ title: fc.constant(title), label: fc.constantFrom(null, ...labels) })),
      ),
      tracks: fc
        .array(
          fc.record({
            title: sharedName,
            album: fc.constantFrom(null, ...albums),
            artists: fc.subarray(artists, { maxLength: 3 }),
            genres: fc.subarray(genres, { maxLength: 2 }),
          }),
          { minLength: 150, maxLength: 180 },
        )
        .map((tracks) => tracks.map((track, index) => ({ ...track, file_path: String(index) }))),
    }),
  )

const sharedSearch = fc.constantFrom<SearchedName>(...resourceNames, 'tracks', 'tracks', 'tracks').chain((name) =>
  fc
    .record(
      {
        q: fc.oneof({ weight: 3, arbitrary: sharedWord }, sharedName, fc.constantFrom('b', 'blue b', 'м', 'mu')),
        sort: fc.constantFrom('relevance', '-relevance', '-created_at', ...sorts[name]),
        limit: fc.integer({ min: 1, max: 60 }).map(String),
        offset: fc.integer({ min: 0, max: 120 }).map(String),
        ...(name === 'tracks' && { genre_id: rarely(related), label_id: rarely(related) }),
      },
      { requiredKeys: ['q'] },
    )
    .map((parameters): [SearchedName, Parameters] => [name, withNeeded(parameters)]),
)

test('where words are in the names of many kinds, every search returns what the whole list has', async () => {
  await using library = await startTestLibrary()
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      sharedCatalogue,
      fc.array(sharedSearch, { minLength: amount(20, 30), maxLength: amount(20, 40) }),
      async (catalogue, searches) => {
        await seedText(library.library, JSON.stringify(catalogue), { prune: true })
        found += await compareAll(library, searches)
      },
    ),
    // To shrink it would take minutes.
    { numRuns: amount(1, 40), endOnFailure: true },
  )
  expect(found).toBeGreaterThan(100)
})

const createLabels = async ({ admin }: TestLibrary, names: string[]) => {
  for (const name of names) expect((await admin.post('/labels', { name })).status).toBe(201)
}

const namesOf = async (client: Client, path: string): Promise<string[]> =>
  (await search(client, path)).body.map(({ name, title }: { name: string; title: string }) => name ?? title)

/** The library of the searches in the table. */
const shared = useSharedLibrary()

const names = [
  ...['Björk', 'Ørbjørn Æon', 'Straße', 'AC/DC', '“Heroes”', 'Don’t Look'],
  ...['Сигур Рос', 'Μίκης', '坂本龍一', '!!!', 'o'],
]

beforeAll(async () => {
  await createLabels(shared(), names)
  for (const title of names) await shared().admin.post('/tracks', { title, file_path: 'x' })
})

test.each([
  ['bjork', ['Björk']],
  ['BJÖRK', ['Björk']],
  ['bj', ['Björk']],
  ['orbjorn', ['Ørbjørn Æon']],
  ['aeon orb', ['Ørbjørn Æon']],
  ['strasse', ['Straße']],
  ['acdc', []],
  ['ac dc', ['AC/DC']],
  ['dc', ['AC/DC']],
  ['heroes', ['“Heroes”']],
  ["don't", ['Don’t Look']],
  ['loo don', []],
  ['don loo', ['Don’t Look']],
  ['сигур', ['Сигур Рос']],
  ['ΜΙΚΗΣ', ['Μίκης']],
  ['坂本', ['坂本龍一']],
  ['!!!', ['!!!']],
  ['o', ['o', 'Ørbjørn Æon']],
])('q=%s finds %j', async (q, expected) => {
  for (const resource of ['labels', 'tracks']) {
    expect(await namesOf(shared().user, `/${resource}?q=${encodeURIComponent(q)}`)).toEqual(expected)
  }
})

test('letters with accents are sorted with their letters, and capitals with small ones', async () => {
  await using library = await startTestLibrary()
  await createLabels(library, ['Zoë', 'émile', 'Eno', 'Ésope', 'zebra', 'Ærø', 'Adèle', 'É'])
  const sorted = ['Adèle', 'Ærø', 'É', 'émile', 'Eno', 'Ésope', 'zebra', 'Zoë']
  expect(await namesOf(library.user, '/labels?sort=name')).toEqual(sorted)
  expect(await namesOf(library.user, '/labels?sort=-name')).toEqual(sorted.toReversed())
})

test('users are found by their name and their e-mail address', async () => {
  await using library = await startTestLibrary()
  await library.createAccount('nica@rothschild.example')
  await library.admin.put('/me', { name: 'Ängla' })
  for (const [q, emails] of [
    ['rothschild', ['nica@rothschild.example']],
    ['nica@roth', ['nica@rothschild.example']],
    ['angla', ['admin@example.com']],
    ['angla example com', ['admin@example.com']],
  ] as const) {
    const { body } = await search(library.admin, `/users?q=${encodeURIComponent(q)}`)
    expect(body.map(({ email }: { email: string }) => email)).toEqual([...emails])
    expect(JSON.stringify(body)).not.toContain('password')
  }
})
