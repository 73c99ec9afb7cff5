import { expect } from 'bun:test'
import { issueToken } from '../../src/accounts/tokens.ts'
import { type Client, client } from '../support/client.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { startTestLibrary } from '../support/library.ts'
import { search } from '../support/search.ts'
import { unaudited } from '../support/unaudited.ts'

/** The targets of a Link header, by their relation. */
const linksOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get('link') ?? '').split(', ').map((link) => {
      const [, target = '', rel = ''] = /^<([^>]*)>; rel="(\w+)"$/.exec(link) ?? []
      return [rel, target]
    }),
  )

const createLabels = async (admin: Client, count: number) => {
  for (let n = 1; n <= count; n++) await admin.post('/labels', { name: `Röd & blå ${n}` })
}

test('the links lead through all pages in both directions, and keep the other parameters', async (library) => {
  await createLabels(library.admin, 7)
  const read = async (target: string) => {
    const { headers, body, status } = await search(library.user, `/labels${target}`)
    expect([status, headers.get('x-total-count')]).toEqual([200, '7'])
    return { links: linksOf(headers), ids: body.map(({ id }: { id: number }) => id) }
  }
  const path = '/search/labels'
  const start = `?q=${encodeURIComponent('röd & blå')}&sort=-created_at&limit=3`
  const pages = [await read(start)]
  for (let { next } = pages[0]?.links ?? {}; next; next = pages.at(-1)?.links.next) pages.push(await read(next))
  expect(pages.map(({ ids }) => ids)).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  expect(pages.map(({ links }) => Object.keys(links))).toEqual([
    ['first', 'next', 'last'],
    ['first', 'prev', 'next', 'last'],
    ['first', 'prev', 'last'],
  ])
  for (const { links } of pages) {
    expect((await read(links.first ?? '')).ids).toEqual([7, 6, 5])
    expect((await read(links.last ?? '')).ids).toEqual([1])
  }
  expect((await read(pages[2]?.links.prev ?? '')).ids).toEqual([4, 3, 2])
  const target = new URL(pages[0]?.links.next ?? '', new URL(path, library.url))
  expect(target.pathname).toBe('/search/labels')
  expect(Object.fromEntries(target.searchParams)).toEqual({
    q: 'röd & blå',
    sort: '-created_at',
    limit: '3',
    offset: '3',
  })
})

test.each([
  ['/labels?offset=2&limit=3', { first: 0, prev: 0, next: 5, last: 6 }],
  ['/labels?offset=1&limit=3', { first: 0, prev: 0, next: 4, last: 6 }],
  ['/labels?offset=100&limit=3', { first: 0, prev: 6, last: 6 }],
  ['/labels', { first: 0, last: 0 }],
  ['/genres', { first: 0, last: 0 }],
])('GET /search%s links to the offsets %o', async (library, path, offsets) => {
  await createLabels(library.admin, 7)
  const links = linksOf((await search(library.user, path)).headers)
  const found = Object.entries(links).map(([rel, target]) => [
    rel,
    Number(new URL(target, library.url).searchParams.get('offset')),
  ])
  expect(Object.fromEntries(found)).toEqual(offsets)
})

test('a page has 50 records by default, and up to 1,000', async (library) => {
  await library.library.write(async (tx) => {
    const { createLabel } = await import('../support/catalogueStore.ts')
    for (let n = 0; n < 1001; n++) await createLabel(tx, `Label ${n}`)
  })
  expect((await search(library.user, '/labels')).body).toHaveLength(50)
  expect((await search(library.user, '/labels?limit=1000')).body).toHaveLength(1000)
  expect((await search(library.user, '/labels?q=label&offset=999')).body).toHaveLength(2)
})

test('a page that a client has is a 304, and no longer after a change of the page or of the total', async (library) => {
  await createLabels(library.admin, 3)
  const path = '/../search/labels?limit=2'
  const { headers } = await library.user.get(path)
  const ask = (etag: string | null) => library.user.send('GET', path, { headers: { 'if-none-match': etag ?? '' } })
  const unchanged = await ask(headers.get('etag'))
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  await library.admin.put('/labels/1', { name: 'Renamed' })
  const renamed = await ask(headers.get('etag'))
  expect([renamed.status, renamed.body[0].name]).toEqual([200, 'Renamed'])
  await library.admin.delete('/labels/3')
  expect((await ask(renamed.headers.get('etag'))).status).toBe(200)
})

test('HEAD is GET without a body, a trailing slash is the same path, and other methods are a 405', async (library) => {
  await createLabels(library.admin, 1)
  const head = await library.user.send('HEAD', '/../search/labels?limit=1')
  expect([head.status, head.text, head.headers.get('x-total-count')]).toEqual([200, '', '1'])
  expect(head.headers.get('link')).toContain('rel="last"')
  const { body, headers } = await library.user.get('/../search/labels/?limit=1')
  expect(body).toHaveLength(1)
  expect(linksOf(headers).first).toBe('?limit=1&offset=0')
  const post = await library.admin.send('POST', '/../search/labels')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  for (const path of ['/../search/roles', '/../search/tokens', '/search/labels']) {
    expect((await library.admin.get(path)).status).toBe(404)
  }
})

test('pages of other origins can read the total and the links', async () => {
  const origin = 'https://app.example'
  await using library = await startTestLibrary({ corsOrigins: [origin] })
  const { headers } = await library.user.send('GET', '/../search/labels', { headers: { origin } })
  const exposed = headers.get('access-control-expose-headers')?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['link', 'x-total-count']))
  const preflight = await library.anonymous.send('OPTIONS', '/../search/labels', {
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD'])
})

test('a search with users is not stored by clients, and one of the catalogue only after a check', async (library) => {
  const [users, labels] = [await search(library.admin, '/users'), await search(library.admin, '/labels')]
  expect([users.headers.get('cache-control'), users.headers.get('etag')]).toEqual(['no-store', null])
  expect(labels.headers.get('cache-control')).toBe('private, no-cache')
})

test('a read-only token may search, and an ended one may not', async (library) => {
  const user_id = (await library.admin.get('/me')).body.id
  const add = async (expires_at: string | null) => {
    const issued = { user_id, name: 'player', read_only: true, expires_at }
    return client(library.url, (await library.library.write((tx) => issueToken(unaudited(tx), issued))).token)
  }
  const reader = await add(null)
  expect((await reader.post('/labels', { name: 'Verve' })).status).toBe(403)
  for (const name of ['labels', 'tracks', 'users']) expect((await search(reader, `/${name}`)).status).toBe(200)
  expect((await search(await add('2020-01-01T00:00:00.000000Z'), '/labels')).status).toBe(401)
})

test('the lists of the API ignore the parameters of a search', async (library) => {
  await createLabels(library.admin, 3)
  const { body, headers } = await library.user.get('/labels?q=none&limit=1&offset=2&sort=-name')
  expect(body).toHaveLength(3)
  expect(headers.has('x-total-count') || headers.has('link')).toBe(false)
})
