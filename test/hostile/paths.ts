import { type Group, malformed, type Outcome, pick, turn } from './case.ts'
import { sent } from './request.ts'
import type { Reply } from './wire.ts'

/** Ids that name no record, as bytes in Latin-1; those of the second list are also no part of an address. */
const ids = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '0',
  '-1',
  '-0',
  '+1',
  '01',
  '1.0',
  '1.5',
  '1e0',
  '1e400',
  '0x1',
  '1_0',
  '1n',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '9'.repeat(400),
  '9'.repeat(10_000),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object%20Object]',
  '1,2',
  '1%2C2',
  '1|2',
  '1;2',
  '*',
  '1*',
  '%',
  '%zz',
  '%1',
  '1%',
  '%00',
  '1%00',
  '%31%00',
  '%FF',
  '%C0%AF',
  '%ED%A0%80',
  '%E2%80%AE',
  '%F0%9F%8E%B5',
  '%EF%BC%91',
  '1%0d%0aX-Injected:%20yes',
  '1%0aX-Injected:%20yes',
  '%0d%0a%0d%0a',
  '1%20',
  '%201',
  '1%09',
  "1'",
  '1%27--',
  "1'%20OR%20'1'='1",
  '1%20OR%201=1',
  '1;DROP%20TABLE%20labels;--',
  '1%20UNION%20SELECT%20password%20FROM%20users',
  '(SELECT%201)',
  'id',
  '%24%7Bid%7D',
  '<script>alert(1)',
  '%3Cscript%3E',
  '\xef\xbc\x91',
  '\xd9\xa1',
  '\xff\xfe',
  '\xc3\xa9',
  '\xed\xa0\x80',
] as const

/** Ids that may be taken for other paths, for records, or not for HTTP. */
const odd = [
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '%2E%2E%2Flabels',
  '1%2f..',
  '1/..',
  '../labels',
  '1?x',
  '1?id=2',
  '1#x',
  '1\\',
  '\\',
]

const nouns = ['labels', 'genres', 'artists', 'albums', 'tracks', 'users'] as const

const unknown = [
  '/',
  '/api',
  '/api/',
  '//api/me',
  '/api//me',
  '/API/me',
  '/api/me/likes/1',
  '/api/labels/1/tracks',
  '/api/__proto__',
  '/api/constructor/1',
  '/.env',
  '/data/music-library.db',
  '/api/%6d%65%00',
  '/../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/..%2f..%2fetc/passwd',
  '/api/\xff',
  '/\xe2\x98\xa0',
  `/${'a/'.repeat(5_000)}`,
  `/api/${'%00'.repeat(3_000)}`,
  `/${'x'.repeat(14_000)}`,
]

const namesItself =
  (kind: string) =>
  ({ body }: Reply) =>
    JSON.parse(body).message?.startsWith(`${kind} `) ? undefined : `does not name a ${kind}: ${body}`

export const paths: Group = ({ admin, user }, random, nth) => {
  if (nth % 5 === 4) {
    const path = turn((nth - 4) / 5, unknown)
    const method = pick(random, ['GET', 'POST', 'PUT', 'DELETE'])
    return {
      name: `${method} ${path.slice(0, 60)}`,
      bytes: sent(method, path, pick(random, [undefined, admin])),
      right: [404],
    }
  }
  if (nth % 5 === 3) return reading(admin, random, nth)
  const id = turn(nth - 2 * Math.floor(nth / 5), ids)
  const noun = pick(random, nouns)
  const [method, path, who, kind] = pick(random, [
    ['GET', `/api/${noun}/${id}`, admin, nameOf[noun]],
    ['PUT', `/api/${noun}/${id}`, admin, nameOf[noun]],
    ['DELETE', `/api/${noun}/${id}`, admin, nameOf[noun]],
    ['POST', `/api/tracks/${id}/like`, user, 'Track'],
    ['DELETE', `/api/tracks/${id}/like`, user, 'Track'],
  ] as const)
  const body = method === 'PUT' ? '{"name":"x","title":"x"}' : undefined
  return {
    name: `${method} ${path.slice(0, 60)}`,
    bytes: sent(method, path, who, body),
    right: [404],
    check: namesItself(kind),
  }
}

const nameOf = { labels: 'Label', genres: 'Genre', artists: 'Artist', albums: 'Album', tracks: 'Track', users: 'User' }

/** Only reading, since the path may name something after all; and long addresses. */
const reading = (admin: string, random: () => number, nth: number) => {
  const noun = pick(random, nouns)
  const n = Math.floor(random() * 60_000)
  const path = pick(random, [
    `/api/${noun}/${turn((nth - 3) / 5, odd)}`,
    `/api/${noun}?${'x=y&'.repeat(n / 4)}`,
    `/api/${noun}/${'9'.repeat(n)}`,
    `/api/${noun}?access_token=${admin}&__proto__[admin]=1&constructor[prototype][x]=1`,
  ])
  const right: readonly Outcome[] = [200, 404, ...malformed]
  return { name: `GET ${path.slice(0, 60)}, ${path.length} long`, bytes: sent('GET', path, admin), right }
}
