import { expect, test } from 'bun:test'
import { parseOrigins } from '../../src/http/cors.ts'
import { startTestLibrary } from '../support/library.ts'

const origin = 'https://player.example.com'
const ask = (method: string, from = origin) => ({ headers: { origin: from, 'access-control-request-method': method } })

const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

test('without the option nothing is said of origins, and OPTIONS is a wrong method', async () => {
  await using library = await startTestLibrary()
  const asked = await library.user.send('GET', '/labels', { headers: { origin } })
  const preflight = await library.anonymous.send('OPTIONS', '/labels', ask('GET'))
  expect([asked.status, preflight.status, preflight.headers.get('allow')]).toEqual([200, 405, 'GET, HEAD, POST'])
  expect([...corsHeaders(asked.headers), ...corsHeaders(preflight.headers)]).toEqual([])
  expect(asked.headers.get('vary')).toBe('accept-encoding')
})

test('a listed origin may ask with the methods of a path, without a token', async () => {
  await using library = await startTestLibrary({ corsOrigins: ['http://localhost:5173', origin] })
  const methods: [string, string][] = [
    ['/labels', 'GET, HEAD, POST'],
    ['/labels/1', 'DELETE, GET, HEAD, PUT'],
    ['/labels/', 'GET, HEAD, POST'],
    ['/login', 'POST'],
    ['/tracks/abc/like', 'DELETE, POST'],
  ]
  for (const [path, allowed] of methods) {
    const { status, text, headers } = await library.anonymous.send('OPTIONS', path, ask('PUT'))
    expect([path, status, text, headers.get('access-control-allow-methods')]).toEqual([path, 204, '', allowed])
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, if-none-match')
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toBe('origin')
  }
})

test('a listed origin may read every response: records, lists, 304, refusals', async () => {
  await using library = await startTestLibrary({
    corsOrigins: [origin],
    limits: { login: { maxRequests: 2, windowMs: 60_000 } },
  })
  await library.admin.post('/labels', { name: 'Verve' })
  const from = { origin }
  const { headers } = await library.user.send('GET', '/labels', { headers: from })
  const held = { ...from, 'if-none-match': headers.get('etag') ?? '' }
  const responses = [
    await library.user.send('GET', '/labels', { headers: from }),
    await library.user.send('GET', '/labels/1', { headers: from }),
    await library.user.send('GET', '/labels', { headers: held }),
    await library.anonymous.send('GET', '/labels', { headers: from }),
    await library.anonymous.send('GET', '/nowhere', { headers: from }),
    await library.anonymous.send('POST', '/login', { headers: from }),
    await library.anonymous.send('OPTIONS', '/nowhere', ask('GET')),
    await library.anonymous.send('OPTIONS', '/labels', { headers: from }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 304, 401, 404, 429, 404, 405])
  for (const { headers } of responses) {
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-expose-headers')).toBe('etag, retry-after, x-request-id')
    expect(headers.get('vary')?.split(', ')).toContain('origin')
  }
})

test('any other origin may read nothing', async () => {
  await using library = await startTestLibrary({ corsOrigins: [origin] })
  for (const other of ['https://example.com', `${origin}.evil.example`, 'http://player.example.com', 'null', '*']) {
    const asked = await library.user.send('GET', '/labels', { headers: { origin: other } })
    const preflight = await library.anonymous.send('OPTIONS', '/labels', ask('GET', other))
    expect([asked.status, preflight.status]).toEqual([200, 405])
    expect([...corsHeaders(asked.headers), ...corsHeaders(preflight.headers)]).toEqual([])
    // What is kept of this must not be shown to the origin that may read it.
    expect(asked.headers.get('vary')).toBe('accept-encoding, origin')
  }
  expect((await library.user.get('/labels')).headers.get('vary')).toBe('accept-encoding, origin')
})

test('* lets every origin read', async () => {
  await using library = await startTestLibrary({ corsOrigins: '*' })
  const asked = await library.user.send('GET', '/labels', { headers: { origin } })
  const preflight = await library.anonymous.send('OPTIONS', '/labels', ask('GET'))
  expect([asked.status, preflight.status]).toEqual([200, 204])
  for (const { headers } of [asked, preflight]) {
    expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
      '*',
      null,
    ])
  }
})

test.each([
  'https://a.example/',
  'https://a.example/x',
  'a.example',
  'https://',
  'https://A.example',
  'https://a.example:443',
  'null',
  'https://*.a.example',
  'https://u@a.example',
  'https://a b',
])('%p is no origin', (text) => {
  expect(parseOrigins(['https://b.example', text])).toBeUndefined()
})

test('the origin of an app is one, too', () => {
  const given = ['capacitor://localhost', 'http://localhost:5173', 'https://[::1]:8443']
  expect(parseOrigins(given)).toEqual(given)
  expect(parseOrigins(['*'])).toBe('*')
  expect(parseOrigins(['*', 'https://a.example'])).toBeUndefined()
})
