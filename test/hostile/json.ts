import { about, type Group, type Outcome, pick, turn } from './case.ts'
import { bearer, chunked, host, json, request, sent } from './request.ts'

// Bodies that are no JSON, or JSON that is no object with what is asked for. None of them may be carried out.

const limit = 1_048_576

const deep = (open: string, close: string, inner = '') => open.repeat(100_000) + inner + close.repeat(100_000)

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

type Kind = [name: string, body: () => string | Uint8Array]

/** Refused before anything is looked at. */
const unreadable: Kind[] = [
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
  ].map((text): Kind => [`the body ${JSON.stringify(text)}`, () => text]),
  ['bytes that are no UTF-8', () => bytes('{"name":"', [0xff, 0xfe], '"}')],
  ['half a character', () => bytes('{"name":"', [0xe2, 0x82], '"}')],
  ['a character in too many bytes', () => bytes('{"name":"', [0xc0, 0x80], '"}')],
  ['half a pair as bytes', () => bytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['a character past the last', () => bytes('{"name":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
  ['UTF-16', () => Buffer.from('{"name":"x"}', 'utf16le')],
  ['UTF-16 with a mark', () => bytes([0xff, 0xfe], '{"name":"x"}')],
  ['a zipped body', () => Bun.gzipSync('{"name":"x"}')],
  ['deep brackets without an end', () => '['.repeat(100_000)],
  ['deep braces without an end', () => '{"a":'.repeat(100_000)],
  ['deep brackets with the wrong end', () => '['.repeat(100_000) + '}'.repeat(100_000)],
  ['a long text without an end', () => `{"name":"${'x'.repeat(500_000)}`],
  ['many quotes', () => '"'.repeat(99_999)],
  ['a long body of spaces', () => ' '.repeat(limit)],
]

/** JSON, but nothing that names a label. */
const nameless: Kind[] = [
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
  ].map((text): Kind => [`the body ${JSON.stringify(text)}`, () => text]),
  ['a deep member', () => `{"x":${deep('[', ']')}}`],
  ['a deep name', () => `{"name":${deep('[', ']')}}`],
  ['deep objects', () => `{"x":${deep('{"":', '}', '1')}}`],
  ['many members', () => JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n])))],
  ['a member of many digits', () => `{"x":${'9'.repeat(500_000)}}`],
  ['a name that is too long', () => `{"name":"${'x'.repeat(1_000_000)}"}`],
  ['a name of many marks', () => `{"name":"e${'\u0301'.repeat(500_000)}"}`],
  ['a body of just the limit', () => '{}'.padEnd(limit)],
]

const noObject: Kind[] = [
  ...['[]', '[{"name":"x"}]', '"name"', '5', '1e400', '-0', 'null', 'true', '9'.repeat(400)].map(
    (text): Kind => [`the body ${text.slice(0, 40)}`, () => text],
  ),
  ['deep brackets', () => deep('[', ']')],
  ['many numbers', () => `[${'1e400,'.repeat(100_000)}1]`],
]

const large: Kind[] = [
  ['a body of one byte more than the limit', () => '{"name":"x"}'.padEnd(limit + 1)],
  ['a body of twice the limit', () => '{"name":"x"}'.padEnd(2 * limit)],
  ['a text of more than the limit', () => `{"name":"${'x'.repeat(limit)}"}`],
  ['brackets of more than the limit', () => '['.repeat(limit + 1)],
]

const groups: [kinds: Kind[], right: readonly Outcome[], ...about: string[]][] = [
  [unreadable, [400]],
  [nameless, [400], 'name'],
  [noObject, [400], 'body'],
  // The server may close before it has read what it refuses.
  [large, [413, 'closed']],
]
const kinds = groups.flatMap(([list, right, ...members]) => list.map((kind) => ({ kind, right, members })))

export const bodies: Group = ({ admin }, random, nth) => {
  const { kind, right, members } = turn(nth, kinds)
  const [name, make] = kind
  const body = make()
  const path = pick(random, ['/api/labels', '/api/genres', '/api/labels/1', '/api/genres/1'])
  const method = path.endsWith('1') ? 'PUT' : 'POST'
  const told = sent(method, path, admin, body)
  const size = 1 + Math.floor((random() * body.length) / 2)
  const head = [host, bearer(admin), json, 'Transfer-Encoding: chunked']
  // Only a whole body of nothing is an object without members.
  const inPieces = body.length > 0 && random() < 0.4
  return {
    name: `${name}${inPieces ? `, in chunks of ${size}` : ''}`,
    bytes: inPieces ? request(`${method} ${path} HTTP/1.1`, head, chunked(body, size)) : told,
    right,
    check: about(...(right.includes(400) ? members : [])),
  }
}
