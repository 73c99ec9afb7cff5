import { bearerHeader, buildRequest, hostHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Headers of a proxy that a client forges. The server trusts a proxy at another address than that of these clients.

export const proxyFlags = ['--auth-header', 'Remote-Email', '--auth-create', 'on', '--trusted-proxies', '127.0.0.2']

const path = '/console/api/proxy-login'
const email = 'Remote-Email: admin@example.com'
const origin = `Origin: http://${hostHeader.slice('Host: '.length)}`

/** What a client says beside the address. */
const claims = [
  [],
  ['X-Forwarded-For: 127.0.0.2, 127.0.0.2', 'X-Forwarded-For: 127.0.0.2'],
  ['X-Forwarded-For: ::ffff:127.0.0.2'],
  ['Forwarded: for=127.0.0.2;by=127.0.0.2', 'X-Real-IP: 127.0.0.2', 'True-Client-IP: 127.0.0.2'],
  ['X-Forwarded-Host: music.example', 'X-Forwarded-Proto: https', 'Via: 1.1 127.0.0.2'],
  ['Connection: Remote-Email, X-Forwarded-For, Origin'],
  [email],
  ['Remote-Name: \xff\xfe', 'Remote-Groups: \x80'],
]

const createCases = (userToken: string): [requestLine: string, headers: string[], expected: readonly Outcome[]][] => [
  ...claims.map((headers): [string, string[], Outcome[]] => [
    `POST ${path} HTTP/1.1`,
    [email, origin, ...headers],
    [403],
  ]),
  [`POST ${path} HTTP/1.1`, [email], [403]],
  [`POST ${path} HTTP/1.0`, [email, origin, 'X-Forwarded-For: 127.0.0.2'], [403]],
  [`POST ${path}/ HTTP/1.1`, [email, origin], [403]],
  [`POST ${path} HTTP/1.1`, [email, origin, bearerHeader(userToken)], [403]],
  [`POST ${path} HTTP/1.1`, ['Remote-Email:', ' admin@example.com', origin], rejectedByParser],
  [`PUT ${path} HTTP/1.1`, [email, origin], [405]],
  ['GET /api/users HTTP/1.1', [email, origin], [401]],
  ['GET /api/users HTTP/1.1', [email, origin, bearerHeader(userToken)], [403]],
]

export const proxyLoginCases: CaseGenerator = ({ userToken }, random, index) => {
  const [requestLine, headers, expected] = pickCyclic(index, createCases(userToken))
  const body = pickRandom(random, ['', '{}', '{"email":"admin@example.com"}'])
  const allHeaders = [hostHeader, ...headers, `Content-Length: ${body.length}`]
  return { name: `${requestLine}, ${headers.join(', ')}`, bytes: buildRequest(requestLine, allHeaders, body), expected }
}
