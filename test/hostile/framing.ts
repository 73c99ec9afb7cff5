import { about, type Case, type Group, malformed, type Outcome, pick, turn } from './case.ts'
import { bearer, chunked, host, json, request, sent } from './request.ts'

// Where a body ends, and what might come to be read as the next request. The inner request would make a label.

const chunks = 'Transfer-Encoding: chunked'

type Kind = [name: string, headers: string[], body: string, right: readonly Outcome[]]

/** Made for a body that the API refuses with a 400, and for a request that must never be carried out. */
const kindsFor = (body: string, inner: string): Kind[] => {
  const length = `Content-Length: ${body.length}`
  const size = body.length.toString(16)
  const end = '0\r\n\r\n'
  const no = (name: string, headers: string[], text: string): Kind => [name, headers, text, malformed]
  const read = (name: string, headers: string[], text: string): Kind => [name, headers, text, [400]]
  const lengths = ['+2', '-1', '0x2', '2,2', '2, 3', '1e1', '', ' ', '2 2', '2;', '"2"', '２', '9'.repeat(30), '\x002']
  const codings = [
    'xchunked',
    'identity',
    'gzip',
    'gzip, chunked',
    'chunked, identity',
    'chunked, chunked',
    '"chunked"',
  ]
  const odder = ['chunked;a=b', '\x0bchunked', 'chunked\0', 'chu nked', '', 'chunked\x7f', "'chunked'"]
  const sizes = [
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
    no('a length and then chunks', [`Content-Length: ${end.length}`, chunks], end + inner),
    no('chunks and then a length', [chunks, `Content-Length: ${(end + inner).length}`], end + inner),
    no('a length of nothing and chunks', ['Content-Length: 0', chunks], inner),
    no('two lengths', [length, `Content-Length: ${body.length + inner.length}`], body + inner),
    no('two lengths, the longer one first', [`Content-Length: ${body.length + inner.length}`, length], body + inner),
    read('the same length twice', [length, length], body),
    ...lengths.map((text) => no(`length ${text}`, [`Content-Length: ${text}`], body + inner)),
    no('a length past 2^64', [`Content-Length: ${2n ** 64n + BigInt(body.length)}`], body + inner),
    no('a length past 2^53', [`Content-Length: ${2n ** 53n + 1n}`], body + inner),
    no('a space before the colon of a length', [`Content-Length : ${body.length}`], body + inner),
    no('a folded length', ['Content-Length:', ` ${body.length}`], body + inner),
    no('a folded header', ['X: y', ` ${length}`], body + inner),
    no('a line feed alone before a length', [`X: y\n${length}`], body + inner),
    no('a carriage return alone before a length', [`X: y\r${length}`], body + inner),
    read('a length with a zero in front', [`Content-Length: 00${body.length}`], body),
    ...codings.concat(odder).map((text) => no(`coding ${text}`, [`Transfer-Encoding: ${text}`], end + inner)),
    no('chunks, and another coding', [chunks, 'Transfer-Encoding: identity'], end + inner),
    no('another coding, and chunks', ['Transfer-Encoding: gzip', chunks], end + inner),
    no('a space before the colon of the coding', ['Transfer-Encoding : chunked'], end + inner),
    no('a folded coding', ['Transfer-Encoding:', ' chunked'], end + inner),
    no('a line feed alone before the coding', [`X: y\n${chunks}`, length], end + inner),
    // An empty entry of a list is none.
    read('a comma before the coding', ['Transfer-Encoding: ,chunked'], `${size}\r\n${body}\r\n${end}`),
    read('a coding in capitals', ['Transfer-Encoding: CHUNKED'], `${size}\r\n${body}\r\n${end}`),
    ...sizes.map((text) => no(`a chunk of ${text}`, [chunks], `${text}\r\n${body}\r\n${end}${inner}`)),
    no('a chunk with line feeds alone', [chunks], `${size}\n${body}\n0\n\n${inner}`),
    no('a chunk that is longer than told', [chunks], `1\r\n${body}\r\n${end}${inner}`),
    no('a chunk that has no end', [chunks], `${size}\r\n${body}${end}${inner}`),
    no('a chunk with an end of other bytes', [chunks], `${size}\r\n${body}XX${end}${inner}`),
    no('a chunk after an empty line', [chunks], `\r\n${size}\r\n${body}\r\n${end}${inner}`),
    no('a line feed in the extension of a chunk', [chunks], `${size};a\nb\r\n${body}\r\n${end}${inner}`),
    no('a long extension of a chunk', [chunks], `${size};${'a'.repeat(100_000)}\r\n${body}\r\n${end}`),
    read('an extension of a chunk', [chunks], `${size};a="b"\r\n${body}\r\n${end}`),
    read('a size with zeros in front', [chunks], `000000${size}\r\n${body}\r\n${end}`),
    // Bun takes a body for whole at its last chunk, and then refuses the trailer: with both, nothing more is read.
    no('a trailer', [chunks], `${size}\r\n${body}\r\n0\r\nX: y\r\n\r\n${inner}`),
    no('a trailer with a length', [chunks], `${size}\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n${inner}`),
    no('no line after the last chunk', [chunks], `${size}\r\n${body}\r\n0\r\n${inner}`),
    no('no body after two bytes', [length.replace(/\d+$/, '0')], `XX${inner}`),
    no('a body that is longer than told', ['Content-Length: 1'], `${body}XX${inner}`),
    no('no length at all', [], `${body}\r\n${inner}`),
    no('a length with an underscore', [length.replace('-', '_')], `${body}\r\n${inner}`),
    [
      'a length that never comes to an end',
      [`Content-Length: ${body.length + inner.length + 1}`],
      body + inner,
      [...malformed, 'waiting'],
    ],
    ['chunks that never come to an end', [chunks], `${size}\r\n${body}\r\n`, [...malformed, 'waiting']],
    ['a chunk that never comes to an end', [chunks], `fffff\r\n${inner}`, [...malformed, 'waiting']],
  ]
}

/** Requests that have a body where none is looked at: it belongs to them, and is no request of its own. */
const carriers: [line: string, right: Outcome[]][] = [
  ['GET /api/me', [200]],
  ['HEAD /api/me', [200]],
  ['DELETE /api/labels/999999', [404]],
  ['POST /api/tracks/999999/like', [404]],
  ['GET /api/nothing', [404]],
  ['PATCH /api/labels', [405]],
]

const carried = (admin: string, inner: string, random: () => number): Case => {
  const [line, right] = pick(random, carriers)
  const inChunks = random() < 0.5
  const headers = [host, bearer(admin), inChunks ? chunks : `Content-Length: ${inner.length}`]
  const body = inChunks ? chunked(inner, 40) : inner
  return { name: `a request as the body of ${line}`, bytes: request(`${line} HTTP/1.1`, headers, body), right }
}

export const framing: Group = ({ admin, user }, random, nth) => {
  const inner = sent('POST', '/api/labels', admin, '{"name":"smuggled"}').toString('latin1')
  if (nth % 8 === 7) return carried(admin, inner, random)
  const body = pick(random, ['{}', '{"name":""}', '{"name":5}', '{"x":[1,2,3]}'])
  const [name, headers, text, right] = turn(nth - Math.floor(nth / 8), kindsFor(body, inner))
  // Who is refused before the body is looked at must not have its rest carried out either.
  const stranger = random() < 0.3
  const who = stranger ? pick(random, [[], [bearer(user)]]) : [bearer(admin)]
  const bytes = request('POST /api/labels HTTP/1.1', [host, ...who, json, ...headers], Buffer.from(text, 'latin1'))
  if (stranger) return { name: `${name}, from a stranger`, bytes, right: [401, 403, ...right] }
  const isRead = right.length === 1
  return { name, bytes, right, ...(isRead ? { check: about('name') } : {}) }
}
