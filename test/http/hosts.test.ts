import { expect } from 'bun:test'
import { openRawConnection } from '../support/rawConnection.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'

/** Sends a request whose lines may be malformed, and returns the status and the body of its response. */
const send = async (url: string, lines: string[]): Promise<[status: number, body: string]> => {
  using connection = await openRawConnection(url)
  connection.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const [head = '', body = ''] = (await connection.closed).split('\r\n\r\n')
  return [Number(head.split(' ')[1]), body]
}

/** Hosts that look like a part of a URL, or that no URL can have. */
const hosts = [
  '',
  'a b',
  'x/y?z',
  'x/api/users?z',
  'x#',
  'u@x',
  'x\\y',
  '[::1',
  'x:99999999',
  '%2f',
  '\xff',
  'x'.repeat(10_000),
]

const forms: [version: string, host: string[]][] = [
  ['HTTP/1.0', []],
  ['HTTP/1.0', ['Host: a']],
  ...hosts.map((host): [string, string[]] => ['HTTP/1.1', [`Host: ${host}`]]),
]

const test = sharedLibraryTest({ corsOrigins: ['https://a.example'] })

test('no Host changes which path a request has', async ({ url, user, admin }) => {
  const { body: label } = await admin.post('/labels', { name: 'Blue Note' })
  const authorization = `Authorization: Bearer ${user.token}`
  const preflight = ['Origin: https://a.example', 'Access-Control-Request-Method: GET']
  const path = `/api/labels/${label.id}`
  for (const [version, host] of forms) {
    // The second response comes from the cache.
    for (const target of [path, path, `${path}/?x=/api/users`]) {
      const [status, body] = await send(url, [`GET ${target} ${version}`, ...host, authorization])
      expect([host, status, JSON.parse(body)]).toEqual([host, 200, label])
    }
    for (const [request, status] of [
      ['GET /abcdefg/api/labels', 404],
      ['GET //api//labels', 404],
      ['GET /abcdefg/healthz', 404],
      ['GET /healthz?x=/', 200],
    ] as const)
      expect([host, request, (await send(url, [`${request} ${version}`, ...host, authorization]))[0]]).toEqual([
        host,
        request,
        status,
      ])
    expect((await send(url, [`OPTIONS ${path} ${version}`, ...host, ...preflight]))[0]).toBe(204)
  }
})

test('an absolute URL as the target of a request has the same path, and HTTP/1.1 without a Host gets a 400', async ({
  url,
}) => {
  expect((await send(url, ['GET http://b.example/api/me?x HTTP/1.1', 'Host: a']))[0]).toBe(401)
  expect((await send(url, ['GET http://b.example/api/nothing HTTP/1.0']))[0]).toBe(404)
  expect(await send(url, ['GET /api/me HTTP/1.1'])).toEqual([400, ''])
})
