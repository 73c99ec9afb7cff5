import { type Group, malformed, type Outcome, pick, turn } from './case.ts'
import { bearer, host, json, request } from './request.ts'

type Kind = [name: string, headers: string[], right: readonly Outcome[]]

/** Headers of a GET of the caller's own account. */
const forGet = (admin: string, user: string): Kind[] => {
  const who = bearer(admin)
  const tokens = [
    ['a token twice', [who, who]],
    ['two tokens', [who, bearer(user)]],
    ['a token and a wrong one', [bearer('mlib_x'), who]],
    ['two tokens in one header', [`${who}, Bearer ${user}`]],
    ['a token with more behind it', [`${who} x`]],
    ['a token in another scheme', [`Authorization: Basic ${admin}`]],
    ['a token without a scheme', [`Authorization: ${admin}`]],
    ['a scheme without a token', ['Authorization: Bearer']],
    ['an empty header', ['Authorization: ']],
    ['a token in a cookie', [`Cookie: token=${admin}`]],
    ['a token for a proxy', [`Proxy-Authorization: Bearer ${admin}`]],
    ['a token with a bracket', [`${who}]`]],
    ['half a token', [who.slice(0, -20)]],
    ['SQL for a token', ["Authorization: Bearer ' OR '1'='1"]],
    ['more SQL for a token', ["Authorization: Bearer x' UNION SELECT hash FROM tokens--"]],
    ['a long token', [`Authorization: Bearer ${'x'.repeat(8_000)}`]],
    ['bytes that are no UTF-8 for a token', ['Authorization: Bearer \xff\xfe\x80']],
    ...['__proto__', 'constructor', 'toString', 'null', 'undefined', '%00', '*'].map((token): [string, string[]] => [
      `the token ${token}`,
      [bearer(token)],
    ]),
  ] as const
  const broken = [
    ['no colon', ['Authorization']],
    ['no name', [': x']],
    ['a space before the colon', ['X : y']],
    ['a space in the name', ['X y: z']],
    ['a folded line', ['X: y', ' z']],
    ['a line that is folded with a tab', ['X: y', '\tz']],
    ['a NUL in a value', ['X: y\0z']],
    ['a NUL in a name', ['X\0Y: z']],
    ['a carriage return in a value', ['X: y\rX-Injected: z']],
    ['a line feed in a value', ['X: y\nX-Injected: z']],
    ['a control character in a name', ['X\x01: y']],
    ['a byte above 127 in a name', ['X\xff: y']],
    ['a bracket in a name', ['X(: y']],
    ['a long value', [`X: ${'y'.repeat(40_000)}`]],
    ['a long name', [`${'X'.repeat(40_000)}: y`]],
    ['many headers', Array.from({ length: 3_000 }, (_, n) => `X${n}: y`)],
  ] as const
  const odd: [string, string[]][] = [
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].map((name): [string, string[]] => [
      `a header named ${name}`,
      [`${name}: x`],
    ]),
    ['bytes that are no UTF-8', ['X: \xff\xfe\x80']],
    ['a header that came twice', ['Accept: */*', 'Accept: text/html']],
    ['a hundred cookies', Array.from({ length: 100 }, (_, n) => `Cookie: a${n}=b`)],
    ['another method asked for', ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: PUT']],
    ['another path asked for', ['X-Original-URL: /api/users', 'X-Rewrite-URL: /api/users']],
    ['odd codings', ['Accept-Encoding: __proto__;q=1e400, gzip;q=NaN, zstd;q=-1, *;q=Infinity, ;;;,,,=']],
    ['many codings', [`Accept-Encoding: ${'gzip;q=0.1,'.repeat(1_000)}`]],
    ['many tags', [`If-None-Match: ${'W/"a",'.repeat(2_000)}`]],
    ['a range', ['Range: bytes=0-0,-1,99999999999999999999-']],
    ['a date that is none', ['If-Modified-Since: yesterday', 'If-Unmodified-Since: 0', 'If-Match: "x"']],
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
    ['a connection of every kind', ['Connection: close, keep-alive, upgrade, transfer-encoding, authorization']],
  ]
  return [
    ...tokens.map(([name, headers]): Kind => [name, [...headers], [401]]),
    ...broken.map(([name, headers]): Kind => [name, [who, ...headers], malformed]),
    ...odd.map(([name, headers]): Kind => [name, [who, ...headers], [200]]),
  ]
}

/** What the Host says must change nothing; Bun refuses some of it. */
const hosts = [
  '',
  ' ',
  'a b',
  '\xff',
  '..',
  '/api/users?',
  'x/../../y?z#',
  'x#',
  'x@y:z',
  'x:99999999',
  '[::1',
  '%00',
  '%2f',
  'localhost\\',
  '<script>',
  'x'.repeat(10_000),
]

const types = [
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

/** Headers of a POST with an empty object. */
const forPost: Kind[] = [
  ...types.map((type): Kind => [`type ${type}`, [`Content-Type: ${type}`], [415, 'closed']]),
  ['two types', [json, 'Content-Type: text/plain'], [415]],
  ['two types, the wrong one first', ['Content-Type: text/plain', json], [415]],
  ['no type', [], [415]],
  ['a body that says it is zipped', [json, 'Content-Encoding: gzip'], [415]],
  ['a body in two codings', [json, 'Content-Encoding: identity', 'Content-Encoding: br'], [415]],
  ['bytes that are no UTF-8 for a type', ['Content-Type: application/\xff+json'], [400, 415]],
  ['another character set', [`${json}; charset=utf-16`], [400]],
  ['a wait for a 100', [json, 'Expect: 100-continue'], [400]],
  ['a wait for something else', [json, 'Expect: the unexpected'], [400, 417]],
]

export const headers: Group = ({ admin, user }, random, nth) => {
  const padding = pick(random, [[], ['Accept: application/json'], ['X-Y: z', 'User-Agent: \x80']])
  if (nth % 5 === 3) {
    const [name, list, right] = turn((nth - 3) / 5, forPost)
    const all = [host, bearer(admin), ...padding, ...list, 'Content-Length: 2']
    return { name, bytes: request('POST /api/labels HTTP/1.1', all, '{}'), right }
  }
  if (nth % 5 === 4) {
    const name = turn((nth - 4) / 5, hosts)
    const known = random() < 0.5
    const all = [...pick(random, [[], [host]]), `Host: ${name}`, ...(known ? [bearer(admin)] : []), ...padding]
    const right = known ? [200, 404, ...malformed] : [401, 404, ...malformed]
    // Whoever is not known is told nothing, and who is known sees nothing but what was asked for.
    const check = ({ status, body }: { status: number; body: string }) =>
      status !== 200 || JSON.parse(body).email === 'admin@example.com' ? undefined : `showed ${body}`
    return { name: `host ${name.slice(0, 30)}`, bytes: request('GET /api/me HTTP/1.1', all), right, check }
  }
  const [name, list, right] = turn(nth - 2 * Math.floor(nth / 5), forGet(admin, user))
  return { name, bytes: request('GET /api/me HTTP/1.1', [host, ...padding, ...list]), right }
}
