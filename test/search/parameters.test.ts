import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { startTestLibrary } from '../support/library.ts'
import { tries } from '../support/longForm.ts'
import { search } from '../support/search.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

/** The library of the requests that are rejected. */
const shared = useSharedLibrary()

test.each([
  [
    '/labels?name=x',
    'name',
    /^The name is not a parameter of this request\. The parameters are q, .*, limit, offset\.$/,
  ],
  ['/users?genre_id=1', 'genre_id', /not a parameter/],
  ['/tracks?__proto__=1', '__proto__', /not a parameter/],
  ['/labels?q=a&q=b', 'q', 'The q must be given once.'],
  [`/labels?q=${'x'.repeat(256)}`, 'q', 'The q must not be longer than 255 characters.'],
  ['/labels?q=a%00b', 'q', 'The q has characters that are not allowed.'],
  ['/labels?limit=0', 'limit', 'The limit must be a whole number from 1 to 1000.'],
  ['/labels?limit=1001', 'limit', /from 1 to 1000/],
  ['/labels?offset=-1', 'offset', /from 0 to 9007199254740991/],
  ['/labels?offset=9007199254740992', 'offset', /from 0/],
  ['/labels?sort=', 'sort', /^The sort must be one of id, name, .*, relevance, or one of them after a minus sign\.$/],
  ['/tracks?sort=-liked', 'sort', 'The sort liked needs the parameter liked=true.'],
  ['/users?sort=password', 'sort', /must be one of/],
  [
    '/tracks?album_id=',
    'album_id',
    /^The album_id must be an id, .*, up to 100 ids with commas between them, or none\.$/,
  ],
  ['/tracks?album_id=0', 'album_id', /must be an id/],
  ['/tracks?artist_id=1,,2', 'artist_id', /must be an id/],
  ['/tracks?label_id=9007199254740993', 'label_id', /must be an id/],
  [`/tracks?genre_id=${Array.from({ length: 101 }, (_, index) => index + 1)}`, 'genre_id', /up to 100 ids/],
  ['/labels?created_at=none', 'created_at', /must be a year, month, day, or date and time/],
  [
    '/albums?release_date=59',
    'release_date',
    /must be a year, .* that exists, such as .*, or a range such as .*, or none\.$/,
  ],
  ['/albums?release_date=1959-02-29', 'release_date', /that exists/],
  ['/albums?release_date=1959..1965..1970', 'release_date', /a range such as/],
  ['/albums?release_date=1965..1959', 'release_date', /a range such as/],
  ['/tracks?duration_seconds=10m', 'duration_seconds', /must be a whole number, or a range such as .*, or none\.$/],
  ['/tracks?duration_seconds=9..1', 'duration_seconds', /whole number/],
  ['/tracks?duration_seconds=9007199254740992', 'duration_seconds', /whole number/],
  ['?limit=5', 'q', 'The q is required.'],
  ['?q=%20', 'q', 'The q is required.'],
  ['?q=a&limit=51', 'limit', 'The limit must be a whole number from 1 to 50.'],
  ['?q=a&sort=id', 'sort', 'The sort is not a parameter of this request. The parameters are q, limit.'],
  ['/tracks?type=lp', 'type', 'The type must be one of album, single, ep.'],
  ['/tracks?liked', 'liked', 'The liked must be true or false.'],
  ['/tracks?ids=', 'ids', 'The ids must be up to 1000 ids with commas between them, such as 1,2,3.'],
  [`/tracks?ids=${Array.from({ length: 1001 }, (_, index) => index + 1)}`, 'ids', /up to 1000/],
  [`/users?${Array.from({ length: 65 }, (_, number) => `a${number}=`).join('&')}`, 'query', /more than 64/],
])('GET /search%s is a 400 that names the parameter', async (path, name, sentence) => {
  const { status, body } = await search(shared().admin, path)
  expect(status).toBe(400)
  expect(body.message).toBe('The given data was invalid.')
  expect(Object.entries(body.errors)).toEqual([[name, [expect.stringMatching(sentence)]]])
})

test('every invalid parameter has its sentence', async () => {
  const { status, body } = await search(shared().user, '/tracks?limit=0&offset=x&what=1&sort=title&q=a')
  expect(status).toBe(400)
  expect(Object.keys(body.errors).sort()).toEqual(['limit', 'offset', 'what'])
})

test('the largest values are valid, and a blank q is none', async () => {
  await using library = await startTestLibrary()
  await library.admin.post('/labels', { name: 'Verve' })
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1).join()
  for (const query of ['limit=1000', `ids=${ids}`, 'ids=%201,%202', 'q=', 'q=%20%09%20', `q=V&offset=0`]) {
    expect((await search(library.user, `/labels?${query}`)).body).toHaveLength(1)
  }
  const { status, body, headers } = await search(library.user, `/labels?offset=${Number.MAX_SAFE_INTEGER}`)
  expect([status, body, headers.get('x-total-count')]).toEqual([200, [], '1'])
})

/** Texts that mean something to FTS5, to LIKE or to SQL, or that no word has. */
const hostile = [
  ...`" "" ' * "* a* ^a ( ) (a a) % _ a% \\ [a-z] ? :match $1 ; -- /* a"b"c folded:a`.split(' '),
  ...['a OR b', 'NOT a', 'NEAR(a b, 2)', '{folded} : a', '- a', "'; DROP TABLE tracks; --", '" OR "1"="1'],
  ...['\u00ad', '\u0301', '\u200d', '\ufeff', '\ufffd', '😀', '👩‍🚀', '\t', 'a\nb', 'a\u00a0b', 'ﬁ', 'İ'],
  ...['ß'.repeat(255), 'a '.repeat(127), '! '.repeat(127), '"'.repeat(255)],
]

test('no text in q breaks a search: none is a 500, and each finds the record that has it as its name', async () => {
  await using library = await startTestLibrary()
  for (const q of hostile) {
    for (const resource of ['tracks', 'users']) {
      const { status } = await search(library.admin, `/${resource}?q=${encodeURIComponent(q)}&sort=created_at`)
      expect([resource, q, status]).toEqual([resource, q, 200])
    }
    const { status, body } = await library.admin.post('/tracks', { title: q, file_path: 'x' })
    if (status === 400) continue
    const found = (await search(library.user, `/tracks?q=${encodeURIComponent(q)}&limit=1000`)).body
    expect([q, found.map(({ id }: { id: number }) => id)]).toEqual([q, expect.arrayContaining([body.id])])
  }
})

test('no query string is a 500', async () => {
  await using library = await startTestLibrary()
  await library.admin.post('/tracks', { title: 'So What', file_path: 'x' })
  const name = fc.constantFrom('q', 'sort', 'limit', 'offset', 'ids', 'album_id', 'liked', 'type', 'created_at', 'x')
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('%', '%ff', '%00', '%ed%a0%80', '1', '-title', '+'),
  )
  const rawPair = fc
    .tuple(
      name,
      value.map((text) => text.replaceAll(/[#\s\p{Cs}]/gu, '')),
    )
    .map((pair) => pair.join('='))
  const encodedPair = fc
    .tuple(
      name,
      value.filter((text) => text.isWellFormed()),
    )
    .map(([key, text]) => `${key}=${encodeURIComponent(text)}`)
  const query = fc.array(fc.oneof(rawPair, encodedPair), { maxLength: 4 }).map((pairs) => pairs.join('&'))
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { status } = await search(library.user, `/tracks?${text}`)
      statuses.add(status)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: tries(100) },
  )
  expect([...statuses].sort()).toEqual([200, 400])
})
