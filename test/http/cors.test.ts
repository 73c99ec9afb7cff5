import { expect, test } from 'bun:test'
import { type OnRejectedOrigin, parseOrigins } from '../../src/http/cors.ts'
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

test('without allowed origins no response has CORS headers, and OPTIONS responds 405', async () => {
  await using library = await startTestLibrary()
  const response = await library.user.send('GET', '/labels', { headers: { origin } })
  const preflight = await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET'))
  expect([response.status, preflight.status, preflight.headers.get('allow')]).toEqual([200, 405, 'GET, HEAD, POST'])
  expect([...corsHeaders(response.headers), ...corsHeaders(preflight.headers)]).toEqual([])
  expect(response.headers.get('vary')).toBe('accept-encoding')
})

test('a preflight from an allowed origin gets a 204 with the methods of the path, without a token', async () => {
  await using library = await startTestLibrary({ corsOrigins: ['http://localhost:5173', origin] })
  const methods: [string, string][] = [
    ['/labels', 'GET, HEAD, POST'],
    ['/labels/1', 'DELETE, GET, HEAD, PUT'],
    ['/labels/', 'GET, HEAD, POST'],
    ['/login', 'POST'],
    ['/tracks/abc/like', 'DELETE, POST'],
  ]
  for (const [path, allowedMethods] of methods) {
    const { status, text, headers } = await library.anonymous.send('OPTIONS', path, preflightFor('PUT'))
    expect([path, status, text, headers.get('access-control-allow-methods')]).toEqual([path, 204, '', allowedMethods])
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, if-match, if-none-match')
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toBe('access-control-request-headers, origin')
  }
})

test('a preflight allows the headers that the page wants to send, such as those of tracing libraries', async () => {
  await using library = await startTestLibrary({ corsOrigins: [origin] })
  const allowed = async (names: string) => {
    const { headers } = preflightFor('GET')
    const response = await library.anonymous.send('OPTIONS', '/labels', {
      headers: { ...headers, 'access-control-request-headers': names },
    })
    return response.headers.get('access-control-allow-headers')
  }
  expect(await allowed('authorization,baggage,sentry-trace,traceparent,x-request-id')).toBe(
    'authorization, baggage, sentry-trace, traceparent, x-request-id',
  )
  expect(await allowed('Accept, a b, x:y, "z", *')).toBe('accept, *')
  expect(await allowed('a b,')).toBe('authorization, content-type, if-match, if-none-match')
})

test('localhost stands for all ports of this machine, under each of its names, and for nothing else', async () => {
  const corsOrigins = parseOrigins(['localhost', 'http://127.0.0.1:5173', origin])
  await using library = await startTestLibrary({ corsOrigins })
  const hosts = ['localhost', '127.0.0.1', '[::1]']
  const allowed = hosts.flatMap((host) => [
    ...[`http://${host}`, `https://${host}`, `http://${host}:1`, `https://${host}:8443`, `http://${host}:65535`],
  ])
  const rejected = [
    ...[
      'localhost',
      'localhost:5173',
      'null',
      'http://localhost.evil.example',
      'http://evil.example',
      'http://127.0.0.10',
    ],
    ...[
      'http://a.localhost',
      'http://127.0.0.1.evil.example:80',
      'https://evil.example:1/localhost',
      'file://localhost',
    ],
    ...[
      'http://localhost:',
      'http://localhost:x',
      'http://localhost:5173/',
      'http://localhost@evil.example',
      'capacitor://localhost',
    ],
  ]
  for (const from of [...allowed, ...rejected, origin]) {
    const { headers } = await library.anonymous.send('GET', '/labels', { headers: { origin: from } })
    const preflight = await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET', from))
    const expected = rejected.includes(from) ? null : from
    expect([from, headers.get('access-control-allow-origin')]).toEqual([from, expected])
    expect([from, preflight.status]).toEqual([from, expected === null ? 405 : 204])
    expect(headers.get('vary')).toContain('origin')
  }
})

test('the origin of a page that can not read responses is reported, with another name of it that is allowed', async () => {
  const reports: [string, string | undefined][] = []
  const corsOrigins = ['http://127.0.0.1:5173', 'http://localhost', 'https://localhost.example.com', origin]
  const onRejectedOrigin: OnRejectedOrigin = ({ rejected, variant }) => void reports.push([rejected, variant])
  await using library = await startTestLibrary({ corsOrigins, onRejectedOrigin })
  const others: [string, string | undefined][] = [
    ['http://localhost:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://127.0.0.1:5173'],
    ['http://127.0.0.1', 'http://localhost'],
    ['http://localhost:5174', undefined],
    ['https://127.0.0.1.example.com', undefined],
  ]
  const ownOrigin = new URL(library.url).origin
  for (const from of [...corsOrigins, ownOrigin, 'null', ...others.map(([from]) => from)])
    await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET', from))
  expect(reports).toEqual(others)
})

test('the log says what to type for each page of another origin, once, and nothing of own pages and of proxies', async () => {
  using folder = emptyFolder()
  const output = await logOf(
    folder.path,
    [],
    [
      { origin: 'http://localhost:5173' },
      { origin: 'http://localhost:5173' },
      { origin: 'https://player.example.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      // A form, the own page, what a proxy has passed on, and a command.
      { origin: 'https://form.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { origin: 'https://own.example', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { origin: 'https://proxied.example', 'x-forwarded-for': '192.0.2.1' },
      { origin: 'http://$(id)' },
    ],
  )
  const lines = output.split('\n').filter((line) => line.includes('--cors-origins'))
  expect(lines.map((line) => line.slice(line.indexOf('A page')))).toEqual(
    ['http://localhost:5173', 'https://player.example.com'].map(
      (from) => `A page of ${from} can't read responses. If it is yours, allow it: --cors-origins ${from}`,
    ),
  )

  const variant = await logOf(
    folder.path,
    ['--cors-origins', 'http://127.0.0.1:5173'],
    [{ origin: 'http://localhost:5173' }],
  )
  expect(variant).toMatch(
    /warn.* The origin http:\/\/localhost:5173 is not allowed, but http:\/\/127\.0\.0\.1:5173 is\. Allow both: --cors-origins http:\/\/127\.0\.0\.1:5173,http:\/\/localhost:5173$/im,
  )
})

/** What a server logs of requests with these headers. */
const logOf = async (cwd: string, args: string[], requests: Record<string, string>[]) => {
  await using server = await serveBinary(args, { cwd })
  for (const headers of requests) await client(server.url).send('GET', '/labels', { headers })
  return (await server.stop()).out
}

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

test('a response to any other origin has no CORS headers', async () => {
  await using library = await startTestLibrary({ corsOrigins: [origin] })
  for (const other of ['https://example.com', `${origin}.evil.example`, 'http://player.example.com', 'null', '*']) {
    const response = await library.user.send('GET', '/labels', { headers: { origin: other } })
    const preflight = await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET', other))
    expect([response.status, preflight.status]).toEqual([200, 405])
    expect([...corsHeaders(response.headers), ...corsHeaders(preflight.headers)]).toEqual([])
    // A cache must not send this response to an allowed origin: it has no CORS headers.
    expect(response.headers.get('vary')).toBe('accept-encoding, origin')
  }
  expect((await library.user.get('/labels')).headers.get('vary')).toBe('accept-encoding, origin')
})

test('with * every origin is allowed', async () => {
  await using library = await startTestLibrary({ corsOrigins: '*' })
  const response = await library.user.send('GET', '/labels', { headers: { origin } })
  const preflight = await library.anonymous.send('OPTIONS', '/labels', preflightFor('GET'))
  expect([response.status, preflight.status]).toEqual([200, 204])
  for (const { headers } of [response, preflight]) {
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
  'http://localhost:*',
  'localhost:5173',
  'Localhost',
])('%p is not a valid origin', (text) => {
  expect(parseOrigins(['https://b.example', text])).toBeUndefined()
})

test('origins with ports, IPv6 addresses and other schemes are valid, and * only alone', () => {
  const origins = ['capacitor://localhost', 'http://localhost:5173', 'https://[::1]:8443']
  expect(parseOrigins(origins)).toEqual(origins)
  expect(parseOrigins(['*'])).toBe('*')
  expect(parseOrigins(['*', 'https://a.example'])).toBeUndefined()
})
