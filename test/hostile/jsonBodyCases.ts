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

// Bodies of labels and genres that are not JSON, not an object, without a valid name, or too long. The API has to reject
// all of them.

/** The default of `--max-body`: 1 MiB. */
const maxBodyBytes = 1_048_576
const nestingDepth = 100_000
/** Lengths in characters, and numbers of fields or elements. All stay below `maxBodyBytes`. */
const longTextLength = 500_000
const tooLongNameLength = 1_000_000
const quoteCount = 99_999
const fieldCount = 50_000
const elementCount = 100_000

const nest = (open: string, close: string, innermost = '') =>
  open.repeat(nestingDepth) + innermost + close.repeat(nestingDepth)

const toBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

/** Bodies are built on demand, because some are long. */
type Body = [name: string, build: () => string | Uint8Array]

/** Bodies that are not JSON in UTF-8. */
const notJson: Body[] = [
  ...[
    '{',
    '}',
    '{}}',
    '{"name"',
    '{"name":',
    '{"name":"x"',
    '{"name":"x",}',
    '{name:"x"}',
    "{'name':'x'}",
    '{"name":"x"}{"name":"y"}',
    '{"name":"x"}\0',
    '\0{"name":"x"}',
    '{"name":"a\0b"}',
    '{"name":"a\nb"}',
    '{"name":"\\x41"}',
    '{"name":"\\u12"}',
    '{"name":undefined}',
    '{"name":NaN}',
    '{"name":Infinity}',
    '{"name":-}',
    '{"name":+1}',
    '{"name":01}',
    '{"name":.5}',
    '{"name":1.}',
    '{"name":1e}',
    '{"name":0x10}',
    '{"name":1n}',
    '{"name":"x"}//',
    '/**/{"name":"x"}',
    '{"name":`x`}',
    '({"name":"x"})',
    '{"name":"x"};process.exit()',
    '{"__proto__":}',
    'undefined',
    'name=x',
    '<name>x</name>',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--',
    ' ',
    '\r\n',
  ].map((text): Body => [`the body ${JSON.stringify(text)}`, () => text]),
  ['invalid UTF-8', () => toBytes('{"name":"', [0xff, 0xfe], '"}')],
  ['a truncated UTF-8 character', () => toBytes('{"name":"', [0xe2, 0x82], '"}')],
  ['an overlong UTF-8 character', () => toBytes('{"name":"', [0xc0, 0x80], '"}')],
  ['a surrogate in UTF-8', () => toBytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['a UTF-8 character above U+10FFFF', () => toBytes('{"name":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
  ['UTF-16', () => Buffer.from('{"name":"x"}', 'utf16le')],
  ['UTF-16 with a byte order mark', () => toBytes([0xff, 0xfe], '{"name":"x"}')],
  ['a gzip body without Content-Encoding', () => Bun.gzipSync('{"name":"x"}')],
  ['nested brackets that are not closed', () => '['.repeat(nestingDepth)],
  ['nested braces that are not closed', () => '{"a":'.repeat(nestingDepth)],
  ['nested brackets that are closed by braces', () => '['.repeat(nestingDepth) + '}'.repeat(nestingDepth)],
  ['a long string that is not closed', () => `{"name":"${'x'.repeat(longTextLength)}`],
  ['many quotes', () => '"'.repeat(quoteCount)],
  ['a body of spaces', () => ' '.repeat(maxBodyBytes)],
]

/** JSON objects without a valid name. */
const withoutName: Body[] = [
  ...[
    '{}',
    '{"__proto__":{"name":"x"}}',
    '{"constructor":{"name":"x"}}',
    '{"constructor":{"prototype":{"name":"x"}}}',
    '{"prototype":{"name":"x"}}',
    '{"toString":"x","valueOf":"x","hasOwnProperty":null}',
    '{"__proto__":null}',
    '{"NAME":"x"}',
    '{"name ":"x"}',
    '{"name\\u0000":"x"}',
    '{"\\u006eame":null}',
    '{"name":"x","name":null}',
    '{"name[]":"x","name[x]":"y"}',
    '{"":"x"}',
  ].map((text): Body => [`the body ${JSON.stringify(text)}`, () => text]),
  ['a nested array in an unknown field', () => `{"x":${nest('[', ']')}}`],
  ['a nested array as the name', () => `{"name":${nest('[', ']')}}`],
  ['nested objects in an unknown field', () => `{"x":${nest('{"":', '}', '1')}}`],
  ['many fields', () => JSON.stringify(Object.fromEntries(Array.from({ length: fieldCount }, (_, n) => [`m${n}`, n])))],
  ['a number of many digits', () => `{"x":${'9'.repeat(longTextLength)}}`],
  ['a name that is too long', () => `{"name":"${'x'.repeat(tooLongNameLength)}"}`],
  ['a name of many combining characters', () => `{"name":"e${'\u0301'.repeat(longTextLength)}"}`],
  ['a body of the maximum length', () => '{}'.padEnd(maxBodyBytes)],
]

const notAnObject: Body[] = [
  ...['[]', '[{"name":"x"}]', '"name"', '5', '1e400', '-0', 'null', 'true', '9'.repeat(400)].map(
    (text): Body => [`the body ${text.slice(0, 40)}`, () => text],
  ),
  ['nested arrays', () => nest('[', ']')],
  ['an array of many numbers', () => `[${'1e400,'.repeat(elementCount)}1]`],
]

const tooLong: Body[] = [
  ['a body of one byte more than the maximum', () => '{"name":"x"}'.padEnd(maxBodyBytes + 1)],
  ['a body of twice the maximum length', () => '{"name":"x"}'.padEnd(2 * maxBodyBytes)],
  ['a string longer than the maximum', () => `{"name":"${'x'.repeat(maxBodyBytes)}"}`],
  ['brackets longer than the maximum', () => '['.repeat(maxBodyBytes + 1)],
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
