import { bearerHeader, buildRequest, hostHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Malformed and unusual request lines, and bytes of other protocols.

const path = '/api/me'
const validLine = `GET ${path} HTTP/1.1`

/** Request lines that the parser rejects. */
const malformedLines = [
  ...['1.2', '2.0', '3', '0.9', '-1', '1.1x', ''].map((version) => `GET ${path} HTTP/${version}`),
  ...[`GET ${path}`, `GET ${path} http/1.1`, `GET ${path} RTSP/1.0`],
  ...['get', 'FOO', 'G\0ET', 'GET\x7f', 'X'.repeat(2_000), '', '\xff'].map((method) => `${method} ${path} HTTP/1.1`),
  ...['GET api/me HTTP/1.1', 'GET  HTTP/1.1', 'GET', `GET ${path}/1 2 HTTP/1.1`, `GET\t${path}\tHTTP/1.1`],
  ...[` ${validLine}`, 'GET /api/m\0e HTTP/1.1', 'GET /api/m\re HTTP/1.1', 'GET /api/m\ne HTTP/1.1', `${validLine}\r`],
]

/** `around` are bytes before the request line and after the headers. */
type RequestLine = [line: string, expected: readonly Outcome[], around?: [before: string, after: string]]

const requestLines: RequestLine[] = [
  ...malformedLines.map((line): RequestLine => [line, rejectedByParser]),
  [`GET ${path} HTTP/1.0`, [200]],
  ...['PATCH', 'TRACE', 'DELETE'].map((method): RequestLine => [`${method} ${path} HTTP/1.1`, [405]]),
  // Bun's parser accepts some of these methods, and then the API rejects them.
  ...['PROPFIND', 'QUERY', 'LOCK'].map(
    (method): RequestLine => [`${method} ${path} HTTP/1.1`, [405, ...rejectedByParser]],
  ),
  ['OPTIONS * HTTP/1.1', [404, 405, ...rejectedByParser]],
  ['CONNECT music.example:80 HTTP/1.1', [404, 405, ...rejectedByParser]],
  [`GET http://music.example${path} HTTP/1.1`, [200, ...rejectedByParser]],
  ['GET file:///etc/passwd HTTP/1.1', [404, ...rejectedByParser]],
  ['GET http://127.0.0.1:1/ HTTP/1.1', [404, ...rejectedByParser]],
  [`GET ${path}#x HTTP/1.1`, [200, 404, ...rejectedByParser]],
  [validLine, [200, ...rejectedByParser], ['\r\n'.repeat(100), '']],
  [validLine, rejectedByParser, ['\xef\xbb\xbf', '']],
  ['PRI * HTTP/2.0', rejectedByParser, ['', 'SM\r\n\r\n\0\0\0\x04\0\0\0\0\0']],
]

const randomBytes = (random: () => number, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))

const otherProtocols: [name: string, build: (random: () => number) => Buffer][] = [
  [
    'a TLS ClientHello',
    (random) => Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), randomBytes(random, 508)]),
  ],
  ['an SSH banner', () => Buffer.from('SSH-2.0-OpenSSH_9.6\r\n')],
  ['a Redis command', () => Buffer.from('*1\r\n$8\r\nFLUSHALL\r\n')],
  ['random bytes', (random) => randomBytes(random, 1 + Math.floor(random() * 3_000))],
  ['random bytes and an empty line', (random) => Buffer.concat([randomBytes(random, 200), Buffer.from('\r\n\r\n')])],
  ['NUL bytes', () => Buffer.alloc(5_000)],
  ['LFs', () => Buffer.from('\n'.repeat(5_000))],
  ['a line that does not end', () => Buffer.from(`GET /${'a'.repeat(100_000)}`)],
  ['empty lines', () => Buffer.from('\r\n'.repeat(20_000))],
]

/** Every sixth test case is not HTTP. */
const period = 6

export const requestLineCases: CaseGenerator = ({ adminToken }, random, index) => {
  const round = Math.floor(index / period)
  if (index % period === period - 1) {
    const [name, build] = pickCyclic(round, otherProtocols)
    return { name, bytes: build(random), expected: [...rejectedByParser, 'waiting'] }
  }
  const [line, expected, [before, after] = ['', '']] = pickCyclic((period - 1) * round + (index % period), requestLines)
  const extraHeader = pickRandom(random, ['Accept: */*', 'Connection: close', 'X: y'])
  const request = buildRequest(line, [hostHeader, bearerHeader(adminToken), extraHeader], after)
  return { name: line.slice(0, 40), bytes: Buffer.concat([Buffer.from(before, 'latin1'), request]), expected }
}
