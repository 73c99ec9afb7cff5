import { bearerHeader, buildRequest, hostHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Malformed and unusual request lines, and bytes of other protocols.

const path = '/api/me'
const validLine = `GET ${path} HTTP/1.1`
/** Lengths in characters. */
const longMethodLength = 2_000
const longPathLength = 100_000

/** `around` are bytes before the request line and after the headers. */
type RequestLine = [name: string, line: string, expected: readonly Outcome[], around?: [before: string, after: string]]

const requestLines: RequestLine[] = [
  ['HTTP/0.9', `GET ${path}`, rejectedByParser],
  ['HTTP/1.0', `GET ${path} HTTP/1.0`, [200]],
  ...['1.2', '1.10', '2.0', '3', '0.9', '9.9', '-1', '1.1x', ''].map(
    (version): RequestLine => [`version ${version}`, `GET ${path} HTTP/${version}`, rejectedByParser],
  ),
  ['a version in lower case', `GET ${path} http/1.1`, rejectedByParser],
  ['another protocol', `GET ${path} RTSP/1.0`, rejectedByParser],
  ...['get', 'FOO', 'G\0ET', 'GET\x7f', 'X'.repeat(longMethodLength), '', '__proto__', 'constructor', '\xff'].map(
    (method): RequestLine => [`method ${method.slice(0, 20)}`, `${method} ${path} HTTP/1.1`, rejectedByParser],
  ),
  ...['PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'DELETE', 'POST'].map(
    (method): RequestLine => [`method ${method}`, `${method} ${path} HTTP/1.1`, [405]],
  ),
  // Bun's parser accepts some of these methods, and then the API rejects them.
  ...['PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'LOCK', 'MKCOL'].map(
    (method): RequestLine => [`method ${method}`, `${method} ${path} HTTP/1.1`, [405, ...rejectedByParser]],
  ),
  ['a path without a slash', 'GET api/me HTTP/1.1', rejectedByParser],
  ['no path', 'GET  HTTP/1.1', rejectedByParser],
  ['only a method', 'GET', rejectedByParser],
  ['a star as the path', 'OPTIONS * HTTP/1.1', [404, 405, ...rejectedByParser]],
  ['an authority as the path', 'CONNECT music.example:80 HTTP/1.1', [404, 405, ...rejectedByParser]],
  ['an absolute URL as the path', `GET http://music.example${path} HTTP/1.1`, [200, ...rejectedByParser]],
  ['a URL of another scheme', 'GET file:///etc/passwd HTTP/1.1', [404, ...rejectedByParser]],
  ['a proxy request', 'GET http://127.0.0.1:1/ HTTP/1.1', [404, ...rejectedByParser]],
  ['a fragment', `GET ${path}#x HTTP/1.1`, [200, 404, ...rejectedByParser]],
  ['a space in the path', `GET ${path}/1 2 HTTP/1.1`, rejectedByParser],
  ['tabs instead of spaces', `GET\t${path}\tHTTP/1.1`, rejectedByParser],
  ['double spaces', `GET  ${path}  HTTP/1.1`, rejectedByParser],
  ['a space before the method', ` ${validLine}`, rejectedByParser],
  ['a NUL in the path', 'GET /api/m\0e HTTP/1.1', rejectedByParser],
  ['a CR in the path', 'GET /api/m\re HTTP/1.1', rejectedByParser],
  ['an LF in the path', 'GET /api/m\ne HTTP/1.1', rejectedByParser],
  ['a line that ends with two CRs', `${validLine}\r`, rejectedByParser],
  ['an empty line first', validLine, [200, ...rejectedByParser], ['\r\n', '']],
  ['many empty lines first', validLine, [200, ...rejectedByParser], ['\r\n'.repeat(100), '']],
  ['a byte order mark first', validLine, rejectedByParser, ['\xef\xbb\xbf', '']],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0', rejectedByParser, ['', 'SM\r\n\r\n\0\0\0\x04\0\0\0\0\0']],
]

/** The length that the ClientHello states, in bytes. */
const clientHelloBytes = 508
/** Byte streams without a complete request: their lengths in bytes, and the number of empty lines. */
const maxRandomBytes = 3_000
const shortRandomBytes = 200
const repeatedBytes = 5_000
const emptyLines = 20_000

const randomBytes = (random: () => number, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

const otherProtocols: [name: string, build: (random: () => number) => Buffer][] = [
  [
    'a TLS ClientHello',
    (random) => Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), randomBytes(random, clientHelloBytes)]),
  ],
  ['an SSH banner', () => Buffer.from('SSH-2.0-OpenSSH_9.6\r\n')],
  ['SMTP commands', () => Buffer.from('EHLO music.example\r\nMAIL FROM:<a@example.com>\r\n')],
  ['a Redis command', () => Buffer.from('*1\r\n$8\r\nFLUSHALL\r\n')],
  ['random bytes', (random) => randomBytes(random, 1 + Math.floor(random() * maxRandomBytes))],
  [
    'random bytes and an empty line',
    (random) => Buffer.concat([randomBytes(random, shortRandomBytes), Buffer.from('\r\n\r\n')]),
  ],
  ['NUL bytes', () => Buffer.alloc(repeatedBytes)],
  ['LFs', () => Buffer.from('\n'.repeat(repeatedBytes))],
  ['a line that does not end', () => Buffer.from(`GET /${'a'.repeat(longPathLength)}`)],
  ['empty lines', () => Buffer.from('\r\n'.repeat(emptyLines))],
]

/** Every sixth test case is not HTTP. */
const period = 6

export const requestLineCases: CaseGenerator = ({ adminToken }, random, index) => {
  const round = Math.floor(index / period)
  if (index % period === period - 1) {
    const [name, build] = pickCyclic(round, otherProtocols)
    return { name, bytes: build(random), expected: [...rejectedByParser, 'waiting'] }
  }
  const lineIndex = (period - 1) * round + (index % period)
  const [name, line, expected, [before, after] = ['', '']] = pickCyclic(lineIndex, requestLines)
  const extraHeader = pickRandom(random, ['Accept: */*', 'Connection: close', 'X: y'])
  const request = buildRequest(line, [hostHeader, bearerHeader(adminToken), extraHeader], after)
  return { name, bytes: Buffer.concat([Buffer.from(before, 'latin1'), request]), expected }
}
