import { buildJsonRequest } from './httpRequest.ts'
import type { RawResponse } from './rawConnection.ts'
import {
  type CaseGenerator,
  type Outcome,
  pickCyclic,
  pickRandom,
  rejectedByParser,
  type TestCase,
} from './testCase.ts'

// Paths with an id that no record has, paths that do not exist, and paths that are very long.

/** Lengths in characters. Bun accepts 16 KB for the request line and the headers together. */
const longIdLength = 10_000
const longPathLength = 14_000
/** Random lengths below this number are partly shorter and partly longer than what Bun accepts. */
const maxPathLength = 60_000

/** Ids that no record has, as they appear in a path. Each character is sent as one byte (Latin-1). */
const unknownIds = [
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
  '9'.repeat(longIdLength),
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

/** Ids with which the path may lead to another resource or to an existing record, or may be rejectedByParser. */
const ambiguousIds = [
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

const resources = ['labels', 'genres', 'artists', 'albums', 'tracks', 'users'] as const

const unknownPaths = [
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
  `/${'x'.repeat(longPathLength)}`,
]

/** The words for the resources in error messages. */
const resourceNames = {
  labels: 'Label',
  genres: 'Genre',
  artists: 'Artist',
  albums: 'Album',
  tracks: 'Track',
  users: 'User',
}

/** Creates a check that the error message names this resource, such as "Label 0 …". */
const expectResourceInMessage =
  (resourceName: string) =>
  ({ body }: RawResponse) =>
    JSON.parse(body).message?.startsWith(`${resourceName} `) ? undefined : `does not name a ${resourceName}: ${body}`

const describePath = (method: string, path: string) => `${method} ${path.slice(0, 60)}`

/** Of `period` consecutive test cases, one has an ambiguous or long path, one an unknown path, the others an unknown id. */
const period = 5
const idsPerPeriod = 3

export const pathCases: CaseGenerator = ({ adminToken, userToken }, random, index) => {
  const round = Math.floor(index / period)
  if (index % period === period - 1) {
    const path = pickCyclic(round, unknownPaths)
    const method = pickRandom(random, ['GET', 'POST', 'PUT', 'DELETE'])
    return {
      name: describePath(method, path),
      bytes: buildJsonRequest(method, path, pickRandom(random, [undefined, adminToken])),
      expected: [404],
    }
  }
  if (index % period === idsPerPeriod) return readAmbiguousOrLongPath(adminToken, random, round)
  const id = pickCyclic(idsPerPeriod * round + (index % period), unknownIds)
  const resource = pickRandom(random, resources)
  const [method, path, token, resourceName] = pickRandom(random, [
    ['GET', `/api/${resource}/${id}`, adminToken, resourceNames[resource]],
    ['PUT', `/api/${resource}/${id}`, adminToken, resourceNames[resource]],
    ['DELETE', `/api/${resource}/${id}`, adminToken, resourceNames[resource]],
    ['POST', `/api/tracks/${id}/like`, userToken, 'Track'],
    ['DELETE', `/api/tracks/${id}/like`, userToken, 'Track'],
  ] as const)
  const body = method === 'PUT' ? '{"name":"x","title":"x"}' : undefined
  return {
    name: describePath(method, path),
    bytes: buildJsonRequest(method, path, token, body),
    expected: [404],
    check: expectResourceInMessage(resourceName),
  }
}

/** The method is always GET, because the path may lead to an existing record. */
const readAmbiguousOrLongPath = (adminToken: string, random: () => number, round: number): TestCase => {
  const resource = pickRandom(random, resources)
  const length = Math.floor(random() * maxPathLength)
  const path = pickRandom(random, [
    `/api/${resource}/${pickCyclic(round, ambiguousIds)}`,
    `/api/${resource}?${'x=y&'.repeat(length / 'x=y&'.length)}`,
    `/api/${resource}/${'9'.repeat(length)}`,
    `/api/${resource}?access_token=${adminToken}&__proto__[admin]=1&constructor[prototype][x]=1`,
  ])
  const expected: readonly Outcome[] = [200, 404, ...rejectedByParser]
  return {
    name: `${describePath('GET', path)}, ${path.length} characters`,
    bytes: buildJsonRequest('GET', path, adminToken),
    expected,
  }
}
