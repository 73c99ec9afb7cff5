import { bearerHeader, buildRequest, hostHeader } from './httpRequest.ts'
import { type CaseGenerator, type Outcome, pickCyclic, pickRandom, rejectedByParser } from './testCase.ts'

// Headers of a proxy that a client forges. The server trusts a proxy at another address than that of these clients.

export const proxyFlags = ['--auth-header', 'Remote-Email', '--auth-create', 'on', '--trusted-proxies', '127.0.0.2']

const path = '/console/api/proxy-login'
const email = 'Remote-Email: admin@example.com'
const origin = `Origin: http://${hostHeader.slice('Host: '.length)}`

type ForgedCase = [name: string, requestLine: string, headers: string[], expected: readonly Outcome[]]

const claims: [string, string[]][] = [
  ['nothing', []],
  ['X-Forwarded-For', ['X-Forwarded-For: 127.0.0.2']],
  ['a chain of addresses', ['X-Forwarded-For: 127.0.0.2, 127.0.0.2', 'X-Forwarded-For: 127.0.0.2']],
  ['a mapped address', ['X-Forwarded-For: ::ffff:127.0.0.2']],
  ['Forwarded', ['Forwarded: for=127.0.0.2;by=127.0.0.2']],
  ['other names of the client', ['X-Real-IP: 127.0.0.2', 'X-Client-IP: 127.0.0.2', 'True-Client-IP: 127.0.0.2']],
  ['X-Forwarded-Host', ['X-Forwarded-Host: music.example', 'X-Forwarded-Proto: https', 'Via: 1.1 127.0.0.2']],
  ['a connection option', ['Connection: Remote-Email, X-Forwarded-For, Origin']],
  ['the address twice', [email]],
  ['no UTF-8', ['Remote-Name: \xff\xfe', 'Remote-Groups: \x80']],
]

const createCases = (userToken: string): ForgedCase[] => [
  ...claims.map(([name, headers]): ForgedCase => [name, `POST ${path} HTTP/1.1`, [email, origin, ...headers], [403]]),
  ['no Origin', `POST ${path} HTTP/1.1`, [email], [403]],
  ['HTTP/1.0', `POST ${path} HTTP/1.0`, [email, origin, 'X-Forwarded-For: 127.0.0.2'], [403]],
  ['a slash at the end', `POST ${path}/ HTTP/1.1`, [email, origin], [403]],
  ['a token', `POST ${path} HTTP/1.1`, [email, origin, bearerHeader(userToken)], [403]],
  ['a folded line', `POST ${path} HTTP/1.1`, ['Remote-Email:', ' admin@example.com', origin], rejectedByParser],
  ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
    (method): ForgedCase => [method, `${method} ${path} HTTP/1.1`, [email, origin], [405]],
  ),
  ['another endpoint', 'GET /api/users HTTP/1.1', [email, origin], [401]],
  ['another endpoint with a token', 'GET /api/users HTTP/1.1', [email, origin, bearerHeader(userToken)], [403]],
]

export const proxyLoginCases: CaseGenerator = ({ userToken }, random, index) => {
  const [name, requestLine, headers, expected] = pickCyclic(index, createCases(userToken))
  const body = pickRandom(random, ['', '{}', '{"email":"admin@example.com"}'])
  const allHeaders = [hostHeader, ...headers, `Content-Length: ${body.length}`]
  return { name: `forged: ${name}`, bytes: buildRequest(requestLine, allHeaders, body), expected }
}
