import { expect, test } from 'bun:test'
import { type OnRejectedOrigin, parseOrigins, withCors } from '../../src/http/cors.ts'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'

const origin = 'https://player.example.com'
/** The headers of a preflight request. */
const preflightFor = (method: string, from = origin) => ({
  headers: { origin: from, 'access-control-request-method': method },
})

const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

/** Sends a GET and a preflight of a page to a server with one route. */
const createPage = (origins: string[], onRejected?: OnRejectedOrigin) => {
  const allowed = parseOrigins(origins) ?? []
  const respond = ({ method }: Request) => new Response(null, { status: method === 'GET' ? 200 : 405 })
  const fetch = withCors(respond, allowed, [{ method: 'GET', path: '/api/labels' }], onRejected)
  return (from: string) => {
    const send = (method: string, headers: Record<string, string>) =>
      fetch(new Request('http://localhost:3000/api/labels', { method, headers })) as Response // as `respond` returns
    return { get: send('GET', { origin: from }), preflight: send('OPTIONS', preflightFor('GET', from).headers) }
  }
}

test('without allowed origins no response has CORS headers, and OPTIONS responds 405', async () => {
  await using library = await startTestLibrary()
  const response = await library.user.send('GET', '/labels', { headers: { origin } })
  const preflight = await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET'))
  expect([response.status, preflight.status, preflight.headers.get('allow')]).toEqual([200, 405, 'GET, HEAD, POST'])
  expect([...corsHeaders(response.headers), ...corsHeaders(preflight.headers)]).toEqual([])
  expect(response.headers.get('vary')).toBe('accept-encoding')
})

test('a preflight from an allowed origin gets a 204 with the methods of the path and the headers that the page wants, without a token', async () => {
  await using library = await startTestLibrary({ corsOrigins: ['http://localhost:5173', origin] })
  for (const [path, methods] of [
    ['/labels/', 'GET, HEAD, POST'],
    ['/tracks/abc/like', 'DELETE, POST'],
  ] as const) {
    const { status, text, headers } = await library.anonymous.send('OPTIONS', path, preflightFor('PUT'))
    expect([path, status, text, headers.get('access-control-allow-methods')]).toEqual([path, 204, '', methods])
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toBe('access-control-request-headers, origin')
  }
  const { headers } = preflightFor('GET')
  const otherwise = 'authorization, content-type, if-match, if-none-match'
  for (const [names, allowed] of [
    ['', otherwise],
    ['a b,', otherwise],
    ['authorization,traceparent,x-request-id', 'authorization, traceparent, x-request-id'],
    ['Accept, a b, x:y, "z", *', 'accept, *'],
  ]) {
    const response = await library.anonymous.send('OPTIONS', '/labels', {
      headers: { ...headers, 'access-control-request-headers': names ?? '' },
    })
    expect(response.headers.get('access-control-allow-headers')).toBe(allowed ?? '')
  }
})

test('origins are allowed in full; localhost stands for all ports of this machine, under each of its names', () => {
  const send = createPage(['localhost', origin])
  const hosts = ['localhost', '127.0.0.1', '[::1]']
  for (const from of [...hosts.flatMap((host) => [`http://${host}`, `https://${host}:8443`]), origin]) {
    const { get, preflight } = send(from)
    expect([from, get.headers.get('access-control-allow-origin'), preflight.status]).toEqual([from, from, 204])
  }
  for (const from of [
    ...['localhost', 'localhost:5173', 'null', '*', 'http://localhost.evil.example', 'http://127.0.0.10'],
    ...[
      'http://a.localhost',
      'http://127.0.0.1.evil.example:80',
      'https://evil.example:1/localhost',
      'file://localhost',
    ],
    ...['http://localhost:', 'http://localhost:x', 'http://localhost:5173/', 'http://localhost@evil.example'],
    ...['capacitor://localhost', `${origin}.evil.example`, origin.replace('https', 'http')],
  ]) {
    const { get, preflight } = send(from)
    expect([from, preflight.status]).toEqual([from, 405])
    expect([...corsHeaders(get.headers), ...corsHeaders(preflight.headers)]).toEqual([])
    // A cache must not send this response to an allowed origin: it has no CORS headers.
    expect(get.headers.get('vary')).toBe('origin')
  }
})

test('with * every origin is allowed, and none with credentials', () => {
  const { get, preflight } = createPage(['*'])(origin)
  expect([get.status, preflight.status]).toEqual([200, 204])
  for (const { headers } of [get, preflight]) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('the origin of a page that cannot read responses is reported, with another name of it that is allowed', () => {
  const reports = new Map<string, string | undefined>()
  const allowed = ['http://127.0.0.1:5173', 'http://localhost', 'https://localhost.example.com', origin]
  const send = createPage(allowed, ({ rejected, variant }) => void reports.set(rejected, variant))
  const others: [string, string | undefined][] = [
    ['http://localhost:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://127.0.0.1:5173'],
    ['http://127.0.0.1', 'http://localhost'],
    ['http://localhost:5174', undefined],
    ['https://127.0.0.1.example.com', undefined],
  ]
  for (const from of [...allowed, 'null', ...others.map(([from]) => from)]) send(from)
  expect([...reports]).toEqual(others)
})

test('the log says what to type for each page of another origin, once, and nothing of own pages and of proxies', async () => {
  using folder = emptyFolder()
  await using server = await serveBinary(['--cors-origins', 'http://127.0.0.1:5173'], { cwd: folder.path })
  const requests: Record<string, string>[] = [
    { origin: 'http://localhost:5173' },
    { origin: 'http://localhost:5173' },
    { origin: 'https://player.example.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    // A form, the own page by each of its signs, what a proxy has passed on, and a command.
    { origin: 'https://form.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://own.example', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { origin: new URL(server.url).origin },
    { origin: 'https://proxied.example', 'x-forwarded-for': '192.0.2.1' },
    { origin: 'http://$(id)' },
  ]
  for (const headers of requests) await client(server.url).send('GET', '/labels', { headers })
  const { out } = await server.stop()
  const lines = out.split('\n').filter((line) => line.includes('--cors-origins'))
  expect(lines.map((line) => line.replace(/^\S+ WARNING /, ''))).toEqual([
    'The origin http://localhost:5173 is not allowed, but http://127.0.0.1:5173 is. Allow both: --cors-origins http://127.0.0.1:5173,http://localhost:5173',
    "A page of https://player.example.com can't read responses. If it is yours, allow it: --cors-origins http://127.0.0.1:5173,https://player.example.com",
  ])
})

test('every response to an allowed origin has CORS headers: records, lists, 304 and errors', async () => {
  await using library = await startTestLibrary({
    corsOrigins: [origin],
    limits: { login: { maxRequests: 1, windowMs: 60_000 } },
  })
  await library.anonymous.post('/login')
  await library.admin.post('/labels', { name: 'Verve' })
  const fromOrigin = { origin }
  const { headers } = await library.user.send('GET', '/labels', { headers: fromOrigin })
  const conditional = { ...fromOrigin, 'if-none-match': headers.get('etag') ?? '' }
  const responses = [
    await library.user.send('GET', '/labels', { headers: fromOrigin }),
    await library.user.send('GET', '/labels/1', { headers: fromOrigin }),
    await library.user.send('GET', '/labels', { headers: conditional }),
    await library.anonymous.send('GET', '/labels', { headers: fromOrigin }),
    await library.anonymous.send('GET', '/nowhere', { headers: fromOrigin }),
    await library.anonymous.send('POST', '/login', { headers: fromOrigin }),
    await library.anonymous.send('OPTIONS', '/nowhere', preflightFor('GET')),
    await library.anonymous.send('OPTIONS', '/labels', { headers: fromOrigin }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 304, 401, 404, 429, 404, 405])
  for (const { headers } of responses) {
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-expose-headers')).toBe(
      'etag, link, location, retry-after, x-demo-reset-at, x-request-id, x-total-count',
    )
    expect(headers.get('vary')?.split(', ')).toContain('origin')
  }
})

test('an origin has no path, no default port and no wildcard; * is valid alone', () => {
  for (const text of [
    ...['https://a.example/', 'https://a.example/x', 'a.example', 'https://', 'https://A.example', 'Localhost', 'null'],
    ...[
      'https://a.example:443',
      'https://*.a.example',
      'https://u@a.example',
      'https://a b',
      'http://localhost:*',
      '*',
    ],
  ])
    expect([text, parseOrigins(['https://b.example', text])]).toEqual([text, undefined])
  const origins = ['capacitor://localhost', 'http://localhost:5173', 'https://[::1]:8443']
  expect(parseOrigins(origins)).toEqual(origins)
  expect(parseOrigins(['*'])).toBe('*')
})
