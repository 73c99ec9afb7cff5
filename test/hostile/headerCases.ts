import { bearerHeader, buildRequest, hostHeader, jsonHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Invalid credentials, malformed headers, and headers that some servers trust or interpret.

type HeaderCase = [name: string, headers: string[], expected: readonly Outcome[]]

/** Lengths in characters. */
const longTokenLength = 8_000
const longHeaderLength = 40_000
/** Numbers of headers, or of elements of one header. */
const tooManyHeaders = 3_000
const manyCookies = 100
const manyEncodings = 1_000
const manyEntityTags = 2_000

/** Headers of `GET /api/me`, which responds with the account of the caller. */
const createGetCases = (adminToken: string, userToken: string): HeaderCase[] => {
  const authorization = bearerHeader(adminToken)
  const invalidCredentials = [
    ['the same token twice', [authorization, authorization]],
    ['two tokens', [authorization, bearerHeader(userToken)]],
    ['a wrong token and a valid one', [bearerHeader('mlib_x'), authorization]],
    ['two tokens in one header', [`${authorization}, Bearer ${userToken}`]],
    ['text after the token', [`${authorization} x`]],
    ['a token in another scheme', [`Authorization: Basic ${adminToken}`]],
    ['a token without a scheme', [`Authorization: ${adminToken}`]],
    ['a scheme without a token', ['Authorization: Bearer']],
    ['an empty header', ['Authorization: ']],
    ['a token in a cookie', [`Cookie: token=${adminToken}`]],
    ['a token in Proxy-Authorization', [`Proxy-Authorization: Bearer ${adminToken}`]],
    ['a token with a bracket after it', [`${authorization}]`]],
    ['a truncated token', [authorization.slice(0, -20)]],
    ['SQL as the token', ["Authorization: Bearer ' OR '1'='1"]],
    ['a SQL UNION as the token', ["Authorization: Bearer x' UNION SELECT hash FROM tokens--"]],
    ['a long token', [`Authorization: Bearer ${'x'.repeat(longTokenLength)}`]],
    ['invalid UTF-8 as the token', ['Authorization: Bearer \xff\xfe\x80']],
    ...['__proto__', 'constructor', 'toString', 'null', 'undefined', '%00', '*'].map((token): [string, string[]] => [
      `the token ${token}`,
      [bearerHeader(token)],
    ]),
  ] as const
  const malformedHeaders = [
    ['no colon', ['Authorization']],
    ['no name', [': x']],
    ['a space before the colon', ['X : y']],
    ['a space in the name', ['X y: z']],
    ['a folded line', ['X: y', ' z']],
    ['a line folded with a tab', ['X: y', '\tz']],
    ['a NUL in a value', ['X: y\0z']],
    ['a NUL in a name', ['X\0Y: z']],
    ['a CR in a value', ['X: y\rX-Injected: z']],
    ['an LF in a value', ['X: y\nX-Injected: z']],
    ['a control character in a name', ['X\x01: y']],
    ['a byte above 127 in a name', ['X\xff: y']],
    ['a bracket in a name', ['X(: y']],
    ['a long value', [`X: ${'y'.repeat(longHeaderLength)}`]],
    ['a long name', [`${'X'.repeat(longHeaderLength)}: y`]],
    ['too many headers', Array.from({ length: tooManyHeaders }, (_, n) => `X${n}: y`)],
  ] as const
  const ignoredHeaders: [string, string[]][] = [
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].map((name): [string, string[]] => [
      `a header named ${name}`,
      [`${name}: x`],
    ]),
    ['invalid UTF-8', ['X: \xff\xfe\x80']],
    ['the same header twice', ['Accept: */*', 'Accept: text/html']],
    ['many cookies', Array.from({ length: manyCookies }, (_, n) => `Cookie: a${n}=b`)],
    ['method overrides', ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: PUT']],
    ['path overrides', ['X-Original-URL: /api/users', 'X-Rewrite-URL: /api/users']],
    ['malformed encodings', ['Accept-Encoding: __proto__;q=1e400, gzip;q=NaN, zstd;q=-1, *;q=Infinity, ;;;,,,=']],
    ['many encodings', [`Accept-Encoding: ${'gzip;q=0.1,'.repeat(manyEncodings)}`]],
    ['many entity tags', [`If-None-Match: ${'W/"a",'.repeat(manyEntityTags)}`]],
    ['a range', ['Range: bytes=0-0,-1,99999999999999999999-']],
    ['an invalid date', ['If-Modified-Since: yesterday', 'If-Unmodified-Since: 0', 'If-Match: "x"']],
    [
      'an upgrade to HTTP/2',
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    ],
    [
      'an upgrade to a WebSocket',
      [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ],
    ],
    ['many connection options', ['Connection: close, keep-alive, upgrade, transfer-encoding, authorization']],
  ]
  return [
    ...invalidCredentials.map(([name, headers]): HeaderCase => [name, [...headers], [401]]),
    ...malformedHeaders.map(([name, headers]): HeaderCase => [name, [authorization, ...headers], rejectedByParser]),
    ...ignoredHeaders.map(([name, headers]): HeaderCase => [name, [authorization, ...headers], [200]]),
  ]
}

const unsupportedTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json, text/plain',
  'json',
  '',
  '*/*',
  '__proto__',
  '; application/json',
  'application//+json',
]

/** Headers of `POST /api/labels` with an empty JSON object as its body. */
const postCases: HeaderCase[] = [
  ...unsupportedTypes.map((type): HeaderCase => [`type ${type}`, [`Content-Type: ${type}`], [415, 'closed']]),
  ['two types', [jsonHeader, 'Content-Type: text/plain'], [415]],
  ['two types, the wrong one first', ['Content-Type: text/plain', jsonHeader], [415]],
  ['no type', [], [415]],
  ['an unsupported Content-Encoding', [jsonHeader, 'Content-Encoding: gzip'], [415]],
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
