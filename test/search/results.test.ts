import { beforeAll, expect, test } from 'bun:test'
import { keysOf } from '../../src/base/objects.ts'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import type { Client } from '../support/client.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { compareSearch, type Parameters, type SearchedName, search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const ids = ['2', '1,3,9999', 'none']
const dates = ['none', '1990..', '..1999-06', '1970-01-01..1989-12', '2003']
const numbers = ['none', '1..', '..200', '100..250', '180']
const common = { ids: ['2,1,9999'], created_at: ['2000..', '..2000', '1999..2100-01'], updated_at: ['2000..'] }
const ofTracks = { artist_id: ids, genre_id: ids, type: ['album', 'ep,single'], duration_seconds: numbers }

/** The values of each filter, and the orders, by the kind of record. */
const kinds: Record<SearchedName, [filters: Record<string, string[]>, sorts: string[]]> = {
  labels: [common, ['name', 'albums', 'tracks']],
  genres: [common, ['name']],
  artists: [
    { ...common, label_id: ids, track_id: ids.slice(0, 2), release_date: dates, duration: numbers },
    ['name', 'release_date', 'duration', 'albums', 'tracks'],
  ],
  albums: [
    { ...common, ...ofTracks, label_id: ids, track_id: ids.slice(0, 2), release_date: dates },
    ['title', 'release_date', 'duration_seconds'],
  ],
  tracks: [
    { ...common, ...ofTracks, label_id: ids, album_id: ids, release_date: dates, liked: ['true', 'false'] },
    ['title', 'duration_seconds'],
  ],
  users: [common, ['name']],
}

/** Fills a library with names of five scripts, of which many are in several kinds of records, and with missing values. */
const fillLibrary = async ({ library, admin, user }: TestLibrary) => {
  await seedText(library, generateCatalogue({ tracks: 160 }))
  for (let id = 1; id < 9; id++)
    await admin.put(`/artists/${id}`, { duration: 60 * (id % 4), release_date: `${1985 + 3 * (id % 5)}-05-06` })
  for (const id of [7, 150, 3, 90]) await admin.post(`/tracks/${id}/like`)
  for (const id of [8, 3]) await user.post(`/tracks/${id}/like`)
}

test('every search returns what the whole list has: by each filter, in each order, and by words of each kind', async () => {
  await using library = await startTestLibrary()
  await fillLibrary(library)
  const { admin } = library
  const names = async (name: SearchedName): Promise<string[]> =>
    (await admin.get(`/${name}`)).body.map((record: { name?: string; title?: string }) => record.name ?? record.title)
  const someNames = (await Promise.all(keysOf(kinds).map(names))).map((list) => list[list.length >> 1] ?? '')
  // Whole names, the last words of names, and the beginnings of names.
  const texts = someNames.map((name, n) => [name, name.split(' ').at(-1) ?? '', name.slice(0, 2)][n % 3] ?? '')
  let found = 0
  for (const name of keysOf(kinds)) {
    const [filters, sorts] = kinds[name]
    const orders = [...sorts, 'relevance', 'id', 'created_at', 'updated_at'].flatMap((sort) => [sort, `-${sort}`])
    const conditions: Parameters[] = [
      ...texts.map((q) => ({ q })),
      ...Object.entries(filters).flatMap(([filter, values]) => values.map((value) => ({ [filter]: value }))),
    ]
    for (const [n, condition] of conditions.entries()) {
      const page = { limit: `${1 + 2 * n}`, offset: `${n % 3}`, sort: orders[n % orders.length] ?? 'id' }
      // Some are two conditions.
      found += await compareSearch(admin, name, { ...(n % 3 === 0 && conditions.at(n - 7)), ...condition, ...page })
    }
    for (const sort of orders) await compareSearch(admin, name, { sort, limit: '1000' })
  }
  expect(found).toBeGreaterThan(1_000)
  for (const sort of ['liked', '-liked']) expect(await compareSearch(admin, 'tracks', { sort, liked: 'true' })).toBe(4)
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
