import {
  bearerHeader,
  buildJsonRequest,
  buildRequest,
  chunkedHeader,
  encodeChunked,
  hostHeader,
  jsonHeader,
} from './httpRequest.ts'
import {
  type CaseGenerator,
  expectFieldErrors,
  type Outcome,
  pickCyclic,
  pickRandom,
  rejectedByParser,
  type TestCase,
} from './testCase.ts'

// Request smuggling: requests whose end is ambiguous, so that bytes of their body might be read as a second request. That
// second request would create a label, and must never be carried out.

type Framing = [name: string, headers: string[], body: string, expected: readonly Outcome[]]

/** In characters. */
const longExtensionLength = 100_000

/**
 * @param body a body that the API rejects with 400 and an error for `name`
 * @param smuggled the second request, which creates a label
 */
const createFramings = (body: string, smuggled: string): Framing[] => {
  const lengthHeader = `Content-Length: ${body.length}`
  const chunkSize = body.length.toString(16)
  const lastChunk = '0\r\n\r\n'
  /** The parser has to reject the framing. */
  const invalid = (name: string, headers: string[], text: string): Framing => [name, headers, text, rejectedByParser]
  /** The framing is valid, so that the API receives the body and rejects it. */
  const valid = (name: string, headers: string[], text: string): Framing => [name, headers, text, [400]]
  const malformedLengths = [
    '+2',
    '-1',
    '0x2',
    '2,2',
    '2, 3',
    '1e1',
    '',
    ' ',
    '2 2',
    '2;',
    '"2"',
    '２',
    '9'.repeat(30),
    '\x002',
  ]
  const unsupportedEncodings = [
    'xchunked',
    'identity',
    'gzip',
    'gzip, chunked',
    'chunked, identity',
    'chunked, chunked',
    '"chunked"',
  ]
  const malformedEncodings = ['chunked;a=b', '\x0bchunked', 'chunked\0', 'chu nked', '', 'chunked\x7f', "'chunked'"]
  const malformedSizes = [
    '',
    'x',
    '0x2',
    '-2',
    '+2',
    ' 2',
    '2 ',
    'ffffffffffffffff',
    `1${'0'.repeat(15)}2`,
    '2\x00',
    '２',
    '2,2',
  ]
  return [
    invalid(
      'Content-Length, then chunked',
      [`Content-Length: ${lastChunk.length}`, chunkedHeader],
      lastChunk + smuggled,
    ),
    invalid(
      'chunked, then Content-Length',
      [chunkedHeader, `Content-Length: ${(lastChunk + smuggled).length}`],
      lastChunk + smuggled,
    ),
    invalid('Content-Length 0, then chunked', ['Content-Length: 0', chunkedHeader], smuggled),
    invalid(
      'two different lengths',
      [lengthHeader, `Content-Length: ${body.length + smuggled.length}`],
      body + smuggled,
    ),
    invalid(
      'two different lengths, the longer one first',
      [`Content-Length: ${body.length + smuggled.length}`, lengthHeader],
      body + smuggled,
    ),
    valid('the same length twice', [lengthHeader, lengthHeader], body),
    ...malformedLengths.map((text) => invalid(`length ${text}`, [`Content-Length: ${text}`], body + smuggled)),
    invalid('a length above 2^64', [`Content-Length: ${2n ** 64n + BigInt(body.length)}`], body + smuggled),
    invalid('a length above 2^53', [`Content-Length: ${2n ** 53n + 1n}`], body + smuggled),
    invalid('a space before the colon of Content-Length', [`Content-Length : ${body.length}`], body + smuggled),
    invalid('a folded Content-Length', ['Content-Length:', ` ${body.length}`], body + smuggled),
    invalid('a folded header', ['X: y', ` ${lengthHeader}`], body + smuggled),
    invalid('an LF without CR before Content-Length', [`X: y\n${lengthHeader}`], body + smuggled),
    invalid('a CR without LF before Content-Length', [`X: y\r${lengthHeader}`], body + smuggled),
    valid('a length with leading zeros', [`Content-Length: 00${body.length}`], body),
    ...unsupportedEncodings
      .concat(malformedEncodings)
      .map((text) => invalid(`encoding ${text}`, [`Transfer-Encoding: ${text}`], lastChunk + smuggled)),
    invalid('chunked, and another encoding', [chunkedHeader, 'Transfer-Encoding: identity'], lastChunk + smuggled),
    invalid('another encoding, and chunked', ['Transfer-Encoding: gzip', chunkedHeader], lastChunk + smuggled),
    invalid('a space before the colon of Transfer-Encoding', ['Transfer-Encoding : chunked'], lastChunk + smuggled),
    invalid('a folded Transfer-Encoding', ['Transfer-Encoding:', ' chunked'], lastChunk + smuggled),
    invalid(
      'an LF without CR before Transfer-Encoding',
      [`X: y\n${chunkedHeader}`, lengthHeader],
      lastChunk + smuggled,
    ),
    // RFC 9110, section 5.6.1: a recipient ignores empty elements of a list.
    valid('a comma before the encoding', ['Transfer-Encoding: ,chunked'], `${chunkSize}\r\n${body}\r\n${lastChunk}`),
    valid('an encoding in upper case', ['Transfer-Encoding: CHUNKED'], `${chunkSize}\r\n${body}\r\n${lastChunk}`),
    ...malformedSizes.map((text) =>
      invalid(`chunk size ${text}`, [chunkedHeader], `${text}\r\n${body}\r\n${lastChunk}${smuggled}`),
    ),
    invalid('chunks with LF without CR', [chunkedHeader], `${chunkSize}\n${body}\n0\n\n${smuggled}`),
    invalid('a chunk longer than its size', [chunkedHeader], `1\r\n${body}\r\n${lastChunk}${smuggled}`),
    invalid('a chunk without a CRLF at its end', [chunkedHeader], `${chunkSize}\r\n${body}${lastChunk}${smuggled}`),
    invalid(
      'a chunk with other bytes instead of a CRLF at its end',
      [chunkedHeader],
      `${chunkSize}\r\n${body}XX${lastChunk}${smuggled}`,
    ),
    invalid('a chunk after an empty line', [chunkedHeader], `\r\n${chunkSize}\r\n${body}\r\n${lastChunk}${smuggled}`),
    invalid('an LF in a chunk extension', [chunkedHeader], `${chunkSize};a\nb\r\n${body}\r\n${lastChunk}${smuggled}`),
    invalid(
      'a long chunk extension',
      [chunkedHeader],
      `${chunkSize};${'a'.repeat(longExtensionLength)}\r\n${body}\r\n${lastChunk}`,
    ),
    valid('a chunk extension', [chunkedHeader], `${chunkSize};a="b"\r\n${body}\r\n${lastChunk}`),
    valid('a chunk size with leading zeros', [chunkedHeader], `000000${chunkSize}\r\n${body}\r\n${lastChunk}`),
    // Bun delivers the body at its last chunk, and then rejects the trailer. It must not read on in either case.
    invalid('a trailer', [chunkedHeader], `${chunkSize}\r\n${body}\r\n0\r\nX: y\r\n\r\n${smuggled}`),
    invalid(
      'a trailer with Content-Length',
      [chunkedHeader],
      `${chunkSize}\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n${smuggled}`,
    ),
    invalid('no empty line after the last chunk', [chunkedHeader], `${chunkSize}\r\n${body}\r\n0\r\n${smuggled}`),
    invalid('a body with Content-Length 0', ['Content-Length: 0'], `XX${smuggled}`),
    invalid('a body longer than Content-Length', ['Content-Length: 1'], `${body}XX${smuggled}`),
    invalid('a body without any length', [], `${body}\r\n${smuggled}`),
    invalid('Content_Length with an underscore', [lengthHeader.replace('-', '_')], `${body}\r\n${smuggled}`),
    [
      'a body shorter than Content-Length',
      [`Content-Length: ${body.length + smuggled.length + 1}`],
      body + smuggled,
      [...rejectedByParser, 'waiting'],
    ],
    ['no last chunk', [chunkedHeader], `${chunkSize}\r\n${body}\r\n`, [...rejectedByParser, 'waiting']],
    ['a chunk shorter than its size', [chunkedHeader], `fffff\r\n${smuggled}`, [...rejectedByParser, 'waiting']],
  ]
}

/** Requests whose body the API ignores. The parser must still skip the body, and not read it as a second request. */
const bodyIgnoringRequests: [methodAndPath: string, expected: Outcome[]][] = [
  ['GET /api/me', [200]],
  ['HEAD /api/me', [200]],
  ['DELETE /api/labels/999999', [404]],
  ['POST /api/tracks/999999/like', [404]],
  ['GET /api/nothing', [404]],
  ['PATCH /api/labels', [405]],
]

const smuggleInIgnoredBody = (adminToken: string, smuggled: string, random: () => number): TestCase => {
  const [methodAndPath, expected] = pickRandom(random, bodyIgnoringRequests)
  const isChunked = random() < 0.5
  const chunkBytes = 40
  const framing = isChunked ? chunkedHeader : `Content-Length: ${smuggled.length}`
  const body = isChunked ? encodeChunked(smuggled, chunkBytes) : smuggled
  return {
    name: `a request in the ignored body of ${methodAndPath}`,
    bytes: buildRequest(`${methodAndPath} HTTP/1.1`, [hostHeader, bearerHeader(adminToken), framing], body),
    expected,
  }
}

/** Every eighth test case has valid framing and an ignored body. */
const period = 8

export const framingCases: CaseGenerator = ({ adminToken, userToken }, random, index) => {
  const smuggled = buildJsonRequest('POST', '/api/labels', adminToken, '{"name":"smuggled"}').toString('latin1')
  if (index % period === period - 1) return smuggleInIgnoredBody(adminToken, smuggled, random)
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
