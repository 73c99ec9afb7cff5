import { bearerHeader, buildJsonRequest, buildRequest, chunkedHeader, hostHeader, jsonHeader } from './httpRequest.ts'
import {
  type CaseGenerator,
  expectFieldErrors,
  type Outcome,
  pickCyclic,
  pickRandom,
  rejectedByParser,
} from './testCase.ts'

// Request smuggling: requests whose end is ambiguous, so that bytes of their body might be read as a second request. That
// second request would create a label, and must never be carried out.

type Framing = [name: string, headers: string[], body: string, expected: readonly Outcome[]]

const transferEncoding = (value: string) => `Transfer-Encoding: ${value}`

/** Values of each kind that the parser must not take for what another server may take them for. */
const malformedLengths = ['+2', '-1', '0x2', '2, 3', '1e1', '', '2 2', '２', '9'.repeat(30), '\x002']
const otherEncodings = ['xchunked', 'gzip', 'gzip, chunked', 'chunked, identity', 'chunked, chunked', '"chunked"']
const malformedEncodings = ['chunked;a=b', '\x0bchunked', 'chunked\0', 'chu nked', '']
const malformedSizes = ['', 'x', '0x2', '-2', ' 2', 'ffffffffffffffff', '2\x00', '２', '2,2']

/**
 * @param body a body that the API rejects with 400 and an error for `name`
 * @param smuggled the second request, which creates a label
 */
const createFramings = (body: string, smuggled: string): Framing[] => {
  const length = `Content-Length: ${body.length}`
  const size = body.length.toString(16)
  const end = '0\r\n\r\n'
  /** The framing is valid: the API receives the body, and rejects it. */
  const valid: [name: string, headers: string[], body: string][] = [
    ['the same length twice', [length, length], body],
    ['a length with leading zeros', [`Content-Length: 00${body.length}`], body],
    // RFC 9110, section 5.6.1: a recipient ignores empty elements of a list.
    ['a comma before the encoding', [transferEncoding(',chunked')], `${size}\r\n${body}\r\n${end}`],
    ['an encoding in upper case', [transferEncoding('CHUNKED')], `${size}\r\n${body}\r\n${end}`],
    ['a chunk extension', [chunkedHeader], `${size};a="b"\r\n${body}\r\n${end}`],
    ['a chunk size with leading zeros', [chunkedHeader], `000000${size}\r\n${body}\r\n${end}`],
  ]
  /** The parser has to reject the framing, or to close the connection after the first response. */
  const invalid: typeof valid = [
    ['Content-Length, then chunked', [`Content-Length: ${end.length}`, chunkedHeader], end + smuggled],
    ['chunked, then Content-Length', [chunkedHeader, `Content-Length: ${(end + smuggled).length}`], end + smuggled],
    ['two different lengths', [length, `Content-Length: ${(body + smuggled).length}`], body + smuggled],
    ...malformedLengths.map((text): (typeof valid)[0] => [
      `length ${text}`,
      [`Content-Length: ${text}`],
      body + smuggled,
    ]),
    ['a length above 2^64', [`Content-Length: ${2n ** 64n + BigInt(body.length)}`], body + smuggled],
    ['a space before the colon', [`Content-Length : ${body.length}`], body + smuggled],
    ['a folded Content-Length', ['Content-Length:', ` ${body.length}`], body + smuggled],
    ['an LF without CR before Content-Length', [`X: y\n${length}`], body + smuggled],
    ['a CR without LF before Content-Length', [`X: y\r${length}`], body + smuggled],
    ...[...otherEncodings, ...malformedEncodings].map((text): (typeof valid)[0] => [
      `encoding ${text}`,
      [transferEncoding(text)],
      end + smuggled,
    ]),
    ['another encoding, and chunked', [transferEncoding('gzip'), chunkedHeader], end + smuggled],
    ['a space before the colon of the encoding', ['Transfer-Encoding : chunked'], end + smuggled],
    ['a folded encoding', ['Transfer-Encoding:', ' chunked'], end + smuggled],
    ...malformedSizes.map((text): (typeof valid)[0] => [
      `chunk size ${text}`,
      [chunkedHeader],
      `${text}\r\n${body}\r\n${end}${smuggled}`,
    ]),
    ['chunks with LF without CR', [chunkedHeader], `${size}\n${body}\n0\n\n${smuggled}`],
    ['a chunk longer than its size', [chunkedHeader], `1\r\n${body}\r\n${end}${smuggled}`],
    ['a chunk without a CRLF at its end', [chunkedHeader], `${size}\r\n${body}${end}${smuggled}`],
    ['an LF in a chunk extension', [chunkedHeader], `${size};a\nb\r\n${body}\r\n${end}${smuggled}`],
    ['a long chunk extension', [chunkedHeader], `${size};${'a'.repeat(100_000)}\r\n${body}\r\n${end}`],
    // Bun delivers the body at its last chunk, and then rejects the trailer. It must not read on in either case.
    ['a trailer', [chunkedHeader], `${size}\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n${smuggled}`],
    ['no empty line after the last chunk', [chunkedHeader], `${size}\r\n${body}\r\n0\r\n${smuggled}`],
    ['a body longer than Content-Length', ['Content-Length: 1'], `${body}XX${smuggled}`],
    ['a body without any length', [], `${body}\r\n${smuggled}`],
  ]
  const incomplete: typeof valid = [
    ['a body shorter than Content-Length', [`Content-Length: ${(body + smuggled).length + 1}`], body + smuggled],
    ['no last chunk', [chunkedHeader], `${size}\r\n${body}\r\n`],
    ['a chunk shorter than its size', [chunkedHeader], `fffff\r\n${smuggled}`],
  ]
  return [
    ...valid.map((framing): Framing => [...framing, [400]]),
    ...invalid.map((framing): Framing => [...framing, rejectedByParser]),
    ...incomplete.map((framing): Framing => [...framing, [...rejectedByParser, 'waiting']]),
  ]
}

/** Requests whose body the API ignores. The parser must still skip the body, and not read it as a second request. */
const bodyIgnoringRequests: [methodAndPath: string, expected: Outcome[]][] = [
  ['GET /api/me', [200]],
  ['HEAD /api/me', [200]],
  ['DELETE /api/labels/999999', [404]],
  ['GET /api/nothing', [404]],
  ['PATCH /api/labels', [405]],
]

/** Every eighth test case has valid framing and an ignored body. */
const period = 8

export const framingCases: CaseGenerator = ({ adminToken, userToken }, random, index) => {
  const smuggled = buildJsonRequest('POST', '/api/labels', adminToken, '{"name":"smuggled"}').toString('latin1')
  if (index % period === period - 1) {
    const [methodAndPath, expected] = pickRandom(random, bodyIgnoringRequests)
    const headers = [hostHeader, bearerHeader(adminToken), `Content-Length: ${smuggled.length}`]
    const bytes = buildRequest(`${methodAndPath} HTTP/1.1`, headers, smuggled)
    return { name: `a request in the ignored body of ${methodAndPath}`, bytes, expected }
  }
  const body = pickRandom(random, ['{}', '{"name":""}', '{"name":5}', '{"x":[1,2,3]}'])
  const framingIndex = (period - 1) * Math.floor(index / period) + (index % period)
  const [name, headers, text, expected] = pickCyclic(framingIndex, createFramings(body, smuggled))
  // The guard rejects some requests before their body is read. The rest of such a body must not be carried out either.
  const isUnauthorized = random() < 0.3
  const authorization = isUnauthorized
    ? pickRandom(random, [[], [bearerHeader(userToken)]])
    : [bearerHeader(adminToken)]
  const allHeaders = [hostHeader, ...authorization, jsonHeader, ...headers]
  const bytes = buildRequest('POST /api/labels HTTP/1.1', allHeaders, Buffer.from(text, 'latin1'))
  if (isUnauthorized) return { name: `${name}, not by an admin`, bytes, expected: [401, 403, ...expected] }
  const reachesApi = expected.length === 1
  return { name, bytes, expected, ...(reachesApi ? { check: expectFieldErrors('name') } : {}) }
}
