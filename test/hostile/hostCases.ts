import { bearerHeader, buildRequest, hostHeader } from './httpRequest.ts'
import { adminEmail } from './serverUnderTest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Invalid and missing Hosts, HTTP/1.0, and paths that try to look like something else in the log.

const longHostLength = 10_000

/** Values of the Host header. The response must not depend on them. */
const hosts = [
  '',
  ' ',
  'a',
  'a b',
  '\xff',
  '..',
  '/',
  '/api/users?',
  'x/../../y?z#',
  'x#',
  'x@y:z',
  'x:99999999',
  '[::1',
  '[::1]:80',
  '%00',
  '%2f',
  'localhost\\',
  '<script>',
  'http://x/api/users',
  'x'.repeat(longHostLength),
]

/** Paths, and the status of their responses to an admin. */
const paths: [path: string, status: number][] = [
  ['/api/me', 200],
  ['/api/me/?x=/api/users', 200],
  ['/api/tracks/3', 200],
  ['/api/tracks/3?/healthz', 200],
  ['http://other.example/api/tracks/3', 200],
  ['/healthz?/', 200],
  ['/abcdefg/healthz', 404],
  ['/abcdefg/api/me', 404],
  ['//api/me', 404],
  ['/api/users/me', 404],
  // In UTF-8: marks for right-to-left text, the end of a line, and the start of a terminal's escape sequence.
  ['/api/\xe2\x80\xae\xe2\x81\xa6\xd8\x9cme', 404],
  ['/api/\xc2\x85\xe2\x80\xa8Failed', 404],
  ['/api/\xc2\x9b31m', 404],
  ['/api/%0d%0aFailed%20login%20from%20192.0.2.1%1b[2J', 404],
]

export const hostCases: CaseGenerator = ({ adminToken }, random, index) => {
  const [path, status] = pickCyclic(index, paths)
  const host = pickCyclic(Math.floor(index / paths.length), hosts)
  const [version, hostHeaders, expected] = pickRandom<[string, string[], readonly Outcome[]]>(random, [
    ['1.0', [], [status]],
    ['1.0', [`Host: ${host}`], [status]],
    ['1.1', [`Host: ${host}`], [status]],
    ['1.1', [], rejectedByParser],
    // Two of them may be different ones to a proxy and to the server.
    ['1.1', [hostHeader, `Host: ${host}`], [status, ...rejectedByParser]],
  ])
  return {
    name: `HTTP/${version}, ${hostHeaders.join(', ').slice(0, 40)}, ${path}`,
    bytes: buildRequest(`GET ${path} HTTP/${version}`, [...hostHeaders, bearerHeader(adminToken)]),
    expected,
    check: ({ status: received, body }) => {
      const isOther = received === 200 && path.startsWith('/api/me') && JSON.parse(body).email !== adminEmail
      return isOther ? `the response is ${body}` : undefined
    },
  }
}
