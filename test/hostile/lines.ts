import { type Group, malformed, type Outcome, pick, turn } from './case.ts'
import { bearer, host, request } from './request.ts'

// The first line of a request, and what is no HTTP at all.

const path = '/api/me'
const get = `GET ${path} HTTP/1.1`

type Kind = [name: string, line: string, right: readonly Outcome[], around?: [before: string, after: string]]

const kinds: Kind[] = [
  ['HTTP/0.9', `GET ${path}`, malformed],
  ['HTTP/1.0', `GET ${path} HTTP/1.0`, [200]],
  ...['1.2', '1.10', '2.0', '3', '0.9', '9.9', '-1', '1.1x', ''].map(
    (version): Kind => [`version ${version}`, `GET ${path} HTTP/${version}`, malformed],
  ),
  ['a version in small letters', `GET ${path} http/1.1`, malformed],
  ['another protocol', `GET ${path} RTSP/1.0`, malformed],
  ...['get', 'FOO', 'G\0ET', 'GET\x7f', 'X'.repeat(2_000), '', '__proto__', 'constructor', '\xff'].map(
    (method): Kind => [`method ${method.slice(0, 20)}`, `${method} ${path} HTTP/1.1`, malformed],
  ),
  ...['PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'DELETE', 'POST'].map(
    (method): Kind => [`method ${method}`, `${method} ${path} HTTP/1.1`, [405]],
  ),
  // Bun knows these methods, and not all of them reach the API.
  ...['PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'LOCK', 'MKCOL'].map(
    (method): Kind => [`method ${method}`, `${method} ${path} HTTP/1.1`, [405, ...malformed]],
  ),
  ['a path without a slash', 'GET api/me HTTP/1.1', malformed],
  ['no path', 'GET  HTTP/1.1', malformed],
  ['nothing but a method', 'GET', malformed],
  ['a star for a path', 'OPTIONS * HTTP/1.1', [404, 405, ...malformed]],
  ['an authority for a path', 'CONNECT music.example:80 HTTP/1.1', [404, 405, ...malformed]],
  ['a whole address for a path', `GET http://music.example${path} HTTP/1.1`, [200, ...malformed]],
  ['an address of another scheme', 'GET file:///etc/passwd HTTP/1.1', [404, ...malformed]],
  ['a proxy request', 'GET http://127.0.0.1:1/ HTTP/1.1', [404, ...malformed]],
  ['a fragment', `GET ${path}#x HTTP/1.1`, [200, 404, ...malformed]],
  ['a space in the path', `GET ${path}/1 2 HTTP/1.1`, malformed],
  ['tabs for spaces', `GET\t${path}\tHTTP/1.1`, malformed],
  ['two spaces', `GET  ${path}  HTTP/1.1`, malformed],
  ['a space before the line', ` ${get}`, malformed],
  ['a NUL in the path', 'GET /api/m\0e HTTP/1.1', malformed],
  ['a carriage return in the path', 'GET /api/m\re HTTP/1.1', malformed],
  ['a line feed in the path', 'GET /api/m\ne HTTP/1.1', malformed],
  ['two carriage returns', `${get}\r`, malformed],
  ['an empty line first', get, [200, ...malformed], ['\r\n', '']],
  ['many empty lines first', get, [200, ...malformed], ['\r\n'.repeat(100), '']],
  ['a byte order mark first', get, malformed, ['\xef\xbb\xbf', '']],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0', malformed, ['', 'SM\r\n\r\n\0\0\0\x04\0\0\0\0\0']],
]

const bytes = (random: () => number, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

const noHttp: [name: string, make: (random: () => number) => Buffer][] = [
  [
    'a TLS hello',
    (random) => Buffer.concat([Buffer.from('160301020001000 1fc0303'.replaceAll(' ', ''), 'hex'), bytes(random, 508)]),
  ],
  ['an SSH greeting', () => Buffer.from('SSH-2.0-OpenSSH_9.6\r\n')],
  ['an SMTP greeting', () => Buffer.from('EHLO music.example\r\nMAIL FROM:<a@example.com>\r\n')],
  ['a Redis command', () => Buffer.from('*1\r\n$8\r\nFLUSHALL\r\n')],
  ['bytes by chance', (random) => bytes(random, 1 + Math.floor(random() * 3_000))],
  ['bytes by chance and an end', (random) => Buffer.concat([bytes(random, 200), Buffer.from('\r\n\r\n')])],
  ['NUL bytes', () => Buffer.alloc(5_000)],
  ['line feeds', () => Buffer.from('\n'.repeat(5_000))],
  ['a line without an end', () => Buffer.from(`GET /${'a'.repeat(100_000)}`)],
  ['empty lines', () => Buffer.from('\r\n'.repeat(20_000))],
]

export const lines: Group = ({ admin }, random, nth) => {
  if (nth % 6 === 5) {
    const [name, make] = turn((nth - 5) / 6, noHttp)
    return { name, bytes: make(random), right: [...malformed, 'waiting'] }
  }
  const [name, line, right, [before, after] = ['', '']] = turn(nth - Math.floor(nth / 6), kinds)
  const head = request(line, [host, bearer(admin), pick(random, ['Accept: */*', 'Connection: close', 'X: y'])], after)
  return { name, bytes: Buffer.concat([Buffer.from(before, 'latin1'), head]), right }
}
