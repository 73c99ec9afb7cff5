import { buildJsonRequest } from './httpRequest.ts'
import { type CaseGenerator, pickCyclic, pickRandom } from './testCase.ts'

// Ids and paths that do not exist, also in bytes that no client sends, and very long paths.

/** Ids that no record has, as they appear in a path. Each character is sent as one byte (Latin-1). */
const unknownIds = [
  ...['__proto__', '-0', '1e400', '9'.repeat(10_000), 'NaN', '[]', '[object%20Object]', '1|2', '*', '%', '%00', '1%00'],
  ...['%C0%AF', '%ED%A0%80', '%EF%BC%91', '1%0d%0aX-Injected:%20yes', '%0d%0a%0d%0a', '1%20', "1'%20OR%20'1'='1"],
  ...['<script>alert(1)', '\xef\xbc\x91', '\xff\xfe', '\xc3\xa9'],
]

const unknownPaths = [
  ...['/', '/api/', '//api/me', '/api//me', '/API/me', '/api/me/likes/1', '/api/__proto__', '/.env', '/api/%6d%65%00'],
  ...['/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/..%2f..%2fetc/passwd', '/api/\xff'],
  ...[`/${'a/'.repeat(5_000)}`, `/api/${'%00'.repeat(3_000)}`],
  // They try to look like something else in the log: the end of a line, and in UTF-8 marks for right-to-left text and an escape sequence.
  ...['/api/%0d%0aFailed%20login%20from%20192.0.2.1%1b[2J', '/api/\xe2\x80\xae\xd8\x9cme', '/api/\xc2\x85\xc2\x9b31m'],
]

/** The words for the resources in error messages. */
const resourceNames = { labels: 'Label', artists: 'Artist', albums: 'Album', tracks: 'Track', users: 'User' }
const resources = Object.keys(resourceNames) as (keyof typeof resourceNames)[]

export const pathCases: CaseGenerator = ({ adminToken, userToken }, random, index) => {
  const resource = pickRandom(random, resources)
  const base = `/api/${resource}`
  const build = (method: string, path: string, token = adminToken) => {
    const body = method === 'PUT' ? '{"name":"x","title":"x"}' : undefined
    return {
      name: `${method} ${path.slice(0, 60)}, ${path.length} characters`,
      bytes: buildJsonRequest(method, path, token, body),
      expected: [404],
    }
  }
  const round = Math.floor(index / 3)
  if (index % 3 === 2)
    return build(pickRandom(random, ['GET', 'POST', 'PUT', 'DELETE']), pickCyclic(round, unknownPaths))
  const id = pickCyclic(round * 2 + (index % 3), unknownIds)
  const [method, path, name] = pickRandom(random, [
    ...['GET', 'PUT', 'DELETE'].map((method) => [method, `${base}/${id}`, resourceNames[resource]] as const),
    ['POST', `/api/tracks/${id}/like`, 'Track'] as const,
  ])
  return {
    ...build(method, path, path.endsWith('/like') ? userToken : adminToken),
    check: ({ body }) =>
      JSON.parse(body).message?.startsWith(`${name} `) ? undefined : `does not name a ${name}: ${body}`,
  }
}
