import { bearerHeader, buildRequest, hostHeader, jsonHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Malformed headers, credentials that are not one token, and headers that some servers trust or interpret.

type HeaderCase = [name: string, headers: string[], expected: readonly Outcome[]]

/** Headers of `GET /api/me`, which responds with the account of the caller. */
const createGetCases = (adminToken: string, userToken: string): HeaderCase[] => {
  const authorization = bearerHeader(adminToken)
  const invalidCredentials: [string, string[]][] = [
    ['the same token twice', [authorization, authorization]],
    ['a wrong token and a valid one', [bearerHeader('mlib_x'), authorization]],
    ['two tokens in one header', [`${authorization}, Bearer ${userToken}`]],
    ['a scheme without a token', ['Authorization: Bearer']],
    ['a token in a cookie', [`Cookie: token=${adminToken}`]],
    ['a token in Proxy-Authorization', [`Proxy-Authorization: Bearer ${adminToken}`]],
    ['a truncated token', [authorization.slice(0, -20)]],
    ['SQL as the token', ["Authorization: Bearer x' UNION SELECT hash FROM tokens--"]],
    ['a long token', [`Authorization: Bearer ${'x'.repeat(8_000)}`]],
    ['invalid UTF-8 as the token', ['Authorization: Bearer \xff\xfe\x80']],
    ['the token __proto__', [bearerHeader('__proto__')]],
  ]
  const malformedHeaders: [string, string[]][] = [
    ['no colon', ['Authorization']],
    ['no name', [': x']],
    ['a space before the colon', ['X : y']],
    ['a space in the name', ['X y: z']],
    ['a folded line', ['X: y', '\tz']],
    ['a NUL in a value', ['X: y\0z']],
    ['a CR in a value', ['X: y\rX-Injected: z']],
    ['an LF in a value', ['X: y\nX-Injected: z']],
    ['a control character in a name', ['X\x01: y']],
    ['a byte above 127 in a name', ['X\xff: y']],
    ['a long value', [`X: ${'y'.repeat(40_000)}`]],
    ['a long name', [`${'X'.repeat(40_000)}: y`]],
    ['too many headers', Array.from({ length: 3_000 }, (_, n) => `X${n}: y`)],
  ]
  const ignoredHeaders: [string, string[]][] = [
    ['names of members', ['__proto__: x', 'constructor: x', 'hasOwnProperty: x']],
    ['invalid UTF-8', ['X: \xff\xfe\x80']],
    ['many cookies', Array.from({ length: 100 }, (_, n) => `Cookie: a${n}=b`)],
    ['method overrides', ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: PUT']],
    ['path overrides', ['X-Original-URL: /api/users', 'X-Rewrite-URL: /api/users']],
    ['malformed encodings', ['Accept-Encoding: __proto__;q=1e400, gzip;q=NaN, zstd;q=-1, *;q=Infinity, ;;;,,,=']],
    ['many encodings', [`Accept-Encoding: ${'gzip;q=0.1,'.repeat(1_000)}`]],
    ['many entity tags', [`If-None-Match: ${'W/"a",'.repeat(2_000)}`]],
    ['a range', ['Range: bytes=0-0,-1,99999999999999999999-']],
    ['an invalid date', ['If-Modified-Since: yesterday', 'If-Unmodified-Since: 0', 'If-Match: "x"']],
    [
      'an upgrade to HTTP/2',
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    ],
    ['an upgrade to a WebSocket', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['many connection options', ['Connection: close, keep-alive, upgrade, transfer-encoding, authorization']],
  ]
  return [
    ...invalidCredentials.map(([name, headers]): HeaderCase => [name, headers, [401]]),
    ...malformedHeaders.map(([name, headers]): HeaderCase => [name, [authorization, ...headers], rejectedByParser]),
    ...ignoredHeaders.map(([name, headers]): HeaderCase => [name, [authorization, ...headers], [200]]),
  ]
}

/** Headers of `POST /api/labels` with an empty JSON object as its body. */
const postCases: HeaderCase[] = [
  ...['application/jsonx', 'application/json, text/plain', '', '*/*', '__proto__', '; application/json'].map(
    (type): HeaderCase => [`type ${type}`, [`Content-Type: ${type}`], [415, 'closed']],
  ),
  ['two types', [jsonHeader, 'Content-Type: text/plain'], [415]],
  ['two types, the wrong one first', ['Content-Type: text/plain', jsonHeader], [415]],
  ['two values of Content-Encoding', [jsonHeader, 'Content-Encoding: identity', 'Content-Encoding: br'], [415]],
  ['invalid UTF-8 as the type', ['Content-Type: application/\xff+json'], [400, 415]],
  ['another charset', [`${jsonHeader}; charset=utf-16`], [400]],
  ['Expect: 100-continue', [jsonHeader, 'Expect: 100-continue'], [400]],
  ['another Expect', [jsonHeader, 'Expect: the unexpected'], [400, 417]],
]

/** Of `period` consecutive test cases, one is a POST, and the others are GET requests. */
const period = 4

export const headerCases: CaseGenerator = ({ adminToken, userToken }, random, index) => {
  const round = Math.floor(index / period)
  const extraHeaders = pickRandom(random, [[], ['Accept: application/json'], ['X-Y: z', 'User-Agent: \x80']])
  if (index % period === period - 1) {
    const [name, headers, expected] = pickCyclic(round, postCases)
    const allHeaders = [hostHeader, bearerHeader(adminToken), ...extraHeaders, ...headers, 'Content-Length: 2']
    return { name, bytes: buildRequest('POST /api/labels HTTP/1.1', allHeaders, '{}'), expected }
  }
  const getIndex = (period - 1) * round + (index % period)
  const [name, headers, expected] = pickCyclic(getIndex, createGetCases(adminToken, userToken))
  return { name, bytes: buildRequest('GET /api/me HTTP/1.1', [hostHeader, ...extraHeaders, ...headers]), expected }
}
