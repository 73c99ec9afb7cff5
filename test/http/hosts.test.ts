import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { openRawConnection } from '../support/rawConnection.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

/** Sends a request whose lines may be malformed, and returns the status and the body of its response. */
const send = async (url: string, lines: string[]): Promise<[status: number, body: string]> => {
  using connection = await openRawConnection(url)
  connection.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const [head = '', body = ''] = (await connection.closed).split('\r\n\r\n')
  return [Number(head.split(' ')[1]), body]
}

const forms: [name: string, version: string, host: string[]][] = [
  ['HTTP/1.0 without a Host', 'HTTP/1.0', []],
  ['HTTP/1.0 with a Host', 'HTTP/1.0', ['Host: a']],
  ...[
    '',
    ' ',
    'a b',
    'x/y?z',
    'x/api/users?z',
    'x#',
    'u@x',
    'x\\y',
    '[::1',
    '[::1]:80',
    'x:99999999',
    '%2f',
    '\xff',
  ].map((host): [string, string, string[]] => [`the Host "${host}"`, 'HTTP/1.1', [`Host: ${host}`]]),
  ['a long Host', 'HTTP/1.1', [`Host: ${'x'.repeat(10_000)}`]],
]

const shared = useSharedLibrary({ corsOrigins: ['https://a.example'] })

test.each(forms)('%s does not change which path a request has', async (_, version, host) => {
  const library = shared()
  const { body: label } = await library.admin.post('/labels', { name: 'Blue Note' })
  const expectedBodies = { [`/api/labels/${label.id}`]: label, [`/api/labels/${label.id}/?x=/api/users`]: label }
  const authorization = `Authorization: Bearer ${library.user.token}`
  for (const [path, expected] of Object.entries(expectedBodies)) {
    // The first response comes from the handler, and the second one from the cache.
    for (let n = 0; n < 2; n++) {
      const [status, body] = await send(library.url, [`GET ${path} ${version}`, ...host, authorization])
      expect([status, JSON.parse(body)]).toEqual([200, expected])
    }
  }
  for (const path of ['/abcdefg/api/labels', '//api//labels', '/abcdefg/healthz', '/apis/labels']) {
    expect((await send(library.url, [`GET ${path} ${version}`, ...host, authorization]))[0]).toBe(404)
  }
  expect((await send(library.url, [`GET /healthz?x=/ ${version}`, ...host]))[0]).toBe(200)
  const preflight = ['Origin: https://a.example', 'Access-Control-Request-Method: GET']
  expect((await send(library.url, [`OPTIONS /api/labels/1 ${version}`, ...host, ...preflight]))[0]).toBe(204)
})

test('an absolute URL as the target of a request has the same path, and HTTP/1.1 without a Host gets a 400', async () => {
  const { url } = shared()
  expect((await send(url, ['GET http://b.example/api/me?x HTTP/1.1', 'Host: a']))[0]).toBe(401)
  expect((await send(url, ['GET http://b.example/api/nothing HTTP/1.0']))[0]).toBe(404)
  expect(await send(url, ['GET /api/me HTTP/1.1'])).toEqual([400, ''])
})

test('metrics are served to a client without a Host, and count its requests under their routes', async () => {
  await using library = await startTestLibrary({ metrics: { host: '127.0.0.1', port: 0 } })
  expect((await send(library.url, ['GET /api/labels/1 HTTP/1.0']))[0]).toBe(401)
  const [status, body] = await send(library.metricsUrl ?? '', ['GET /metrics HTTP/1.0'])
  expect(status).toBe(200)
  expect(body).toContain('method="GET",route="/api/labels/:id",status="401"')
})
