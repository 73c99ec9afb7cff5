import {
  bearerHeader,
  buildJsonRequest,
  buildRequest,
  chunkedHeader,
  encodeChunked,
  hostHeader,
  jsonHeader,
} from './httpRequest.ts'
import { type CaseGenerator, expectFieldErrors, type Outcome, pickCyclic, pickRandom } from './testCase.ts'

// Bodies of labels and genres that are not JSON, not an object, without a valid name, or too long, at once and in chunks.

/** The default of `--max-body`: 1 MiB. */
const maxBodyBytes = 1_048_576
const nestingDepth = 100_000

const nest = (open: string, close: string, innermost = '') =>
  open.repeat(nestingDepth) + innermost + close.repeat(nestingDepth)

const toBytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

/** Bodies are built on demand, because some are long. */
type Body = [name: string, build: () => string | Uint8Array]

const quoteAll = (...texts: string[]) => texts.map((text): Body => [`the body ${text.slice(0, 40)}`, () => text])

/** Bodies that are not JSON in UTF-8. */
const notJson: Body[] = [
  ...quoteAll('{', '{"name":"x",}', "{'name':'x'}", '{"name":"x"}{"name":"y"}', '{"name":"x"}\0', '{"name":"a\nb"}'),
  ...quoteAll('{"name":NaN}', '{"name":01}', '{"name":"x"}//', '{"__proto__":}', 'name=x', ' '),
  ['invalid UTF-8', () => toBytes('{"name":"', [0xff, 0xfe], '"}')],
  ['an overlong UTF-8 character', () => toBytes('{"name":"', [0xc0, 0x80], '"}')],
  ['a surrogate in UTF-8', () => toBytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', () => Buffer.from('{"name":"x"}', 'utf16le')],
  ['a gzip body without Content-Encoding', () => Bun.gzipSync('{"name":"x"}')],
  ['nested brackets that are not closed', () => '['.repeat(nestingDepth)],
  ['nested brackets that are closed by braces', () => nest('[', '}')],
  ['a long string that is not closed', () => `{"name":"${'x'.repeat(500_000)}`],
  ['a body of spaces', () => ' '.repeat(maxBodyBytes)],
]

/** JSON objects without a valid name. */
const withoutName: Body[] = [
  ...quoteAll('{}', '{"__proto__":{"name":"x"}}', '{"constructor":{"prototype":{"name":"x"}}}', '{"NAME":"x"}'),
  ...quoteAll('{"toString":"x","hasOwnProperty":null}', '{"name\\u0000":"x"}', '{"name":"x","name":null}'),
  ['a nested array as the name', () => `{"name":${nest('[', ']')}}`],
  ['nested objects in an unknown field', () => `{"x":${nest('{"":', '}', '1')}}`],
  ['many fields', () => JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n])))],
  ['a number of many digits', () => `{"x":${'9'.repeat(500_000)}}`],
  ['a name of many combining characters', () => `{"name":"e${'\u0301'.repeat(500_000)}"}`],
  ['a body of the maximum length', () => '{}'.padEnd(maxBodyBytes)],
]

const notAnObject: Body[] = [
  ...quoteAll('[{"name":"x"}]', '"name"', '1e400', 'null'),
  ['nested arrays', () => nest('[', ']')],
  ['an array of many numbers', () => `[${'1e400,'.repeat(100_000)}1]`],
]

const tooLong: Body[] = [
  ['a body of one byte more than the maximum', () => '{"name":"x"}'.padEnd(maxBodyBytes + 1)],
  ['a body of twice the maximum length', () => '{"name":"x"}'.padEnd(2 * maxBodyBytes)],
]

const bodies: { body: Body; expected: readonly Outcome[]; errorFields: string[] }[] = [
  ...notJson.map((body) => ({ body, expected: [400], errorFields: [] })),
  ...withoutName.map((body) => ({ body, expected: [400], errorFields: ['name'] })),
  ...notAnObject.map((body) => ({ body, expected: [400], errorFields: ['body'] })),
  // The server may close the connection before it has received all of a body that is too long.
  ...tooLong.map((body) => ({ body, expected: [413, 'closed' as const], errorFields: [] })),
]

export const jsonBodyCases: CaseGenerator = ({ adminToken }, random, index) => {
  const {
    body: [name, build],
    expected,
    errorFields,
  } = pickCyclic(index, bodies)
  const body = build()
  const path = pickRandom(random, ['/api/labels', '/api/genres', '/api/labels/1', '/api/genres/1'])
  const method = path.endsWith('1') ? 'PUT' : 'POST'
  const chunkBytes = 1 + Math.floor((random() * body.length) / 2)
  const isChunked = random() < 0.4
  const chunkedHeaders = [hostHeader, bearerHeader(adminToken), jsonHeader, chunkedHeader]
  return {
    name: `${name}${isChunked ? `, in chunks of ${chunkBytes}` : ''}`,
    bytes: isChunked
      ? buildRequest(`${method} ${path} HTTP/1.1`, chunkedHeaders, encodeChunked(body, chunkBytes))
      : buildJsonRequest(method, path, adminToken, body),
    expected,
    check: expectFieldErrors(...errorFields),
  }
}
