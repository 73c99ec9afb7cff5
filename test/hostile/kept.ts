import { client } from '../support/client.ts'
import { type Group, pick, turn } from './case.ts'
import { sent } from './request.ts'

// What looks like an attack and is just a text or a number: it is kept as it was sent, and changes nothing else.

const texts = [
  "Robert'); DROP TABLE labels;--",
  "' OR '1'='1",
  '" OR ""="',
  "'; DELETE FROM users; --",
  "1' UNION SELECT password FROM users --",
  "x', (SELECT password FROM users LIMIT 1)) --",
  '`; ATTACH DATABASE "/tmp/x" AS x; --',
  '%_\\',
  '?1 :name @name $name',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '%0d%0aX-Injected: yes',
  '\\r\\nX-Injected: yes',
  'a\nX-Injected: yes',
  '../../etc/passwd',
  'C:\\nul',
  '%s%n%x',
  '$(id) `id` ;id |id &&id',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-0',
  '1e400',
  'true',
  '[]',
  '{"a":1}',
  'a\\u0000b',
  '\u202eevas',
  '\u200b',
  '\ufeffx',
  '\ufffd',
  '\uffff',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  '坂本龍一',
  'ﷺ',
  '\u2028\u2029x',
  'x'.repeat(100),
  '𝄞'.repeat(100),
]

/** Numbers as they are sent, and as they are kept. */
const numbers: [sent: string, kept: number][] = [
  ['-0', 0],
  ['0.0', 0],
  ['-0.0', 0],
  ['0e400', 0],
  ['1e-400', 0],
  ['1E2', 100],
  ['100.0', 100],
  ['12345e-3', 12_345e-3],
  ['2147483647', 2_147_483_647],
  ['2147483647.0', 2_147_483_647],
  ['21474836470e-1', 2_147_483_647],
]
const whole = numbers.filter(([, kept]) => Number.isInteger(kept))

/** Members that nobody knows, and that must not reach anything. */
const extra = [
  '"__proto__":{"id":5,"role_id":1}',
  '"constructor":{"prototype":{"role_id":1}}',
  '"toString":null,"hasOwnProperty":1,"valueOf":"x"',
  '"id":1,"created_at":"x","updated_at":null',
  '"x":[[[[{"y":{}}]]]]',
  `"${'x'.repeat(10_000)}":1`,
]

const nouns = [
  ['labels', 'name', undefined],
  ['genres', 'name', undefined],
  ['artists', 'name', 'duration'],
  ['albums', 'title', 'duration_seconds'],
  ['tracks', 'title', 'duration_seconds'],
] as const

export const kept: Group = ({ port, admin }, random, nth) => {
  const text = turn(nth, texts)
  const [noun, member, counted] = pick(random, nouns)
  const [number, stored] = pick(random, whole)
  const fields = [
    `${JSON.stringify(member)}:"overwritten"`,
    ...(counted ? [`"${counted}":${number}`] : []),
    ...(noun === 'tracks' ? [`"file_path":${JSON.stringify(text)}`] : []),
    `${JSON.stringify(member)}:${JSON.stringify(text)}`,
    pick(random, extra),
  ]
  const api = client(`http://127.0.0.1:${port}/api`, admin)
  return {
    name: `a record of ${noun} named ${JSON.stringify(text.slice(0, 60))}, ${number}`,
    bytes: sent('POST', `/api/${noun}`, admin, `{${fields}}`),
    right: [201],
    writes: true,
    check: async ({ body }) => {
      const made = JSON.parse(body)
      const { body: read } = await api.get(`/${noun}/${made.id}`)
      const gone = await api.delete(`/${noun}/${made.id}`)
      if (gone.status !== 204) return `could not be deleted: ${gone.status}`
      if (read[member] !== text.trim()) return `was kept as ${JSON.stringify(read[member])}`
      if (counted && !Object.is(read[counted], stored)) return `kept ${number} as ${read[counted]}`
      const strange = Object.keys(made).filter((key) => !known.has(key))
      if (strange.length > 0) return `has ${strange}`
    },
  }
}

const known = new Set(
  'id name title file_path cover_path release_date duration duration_seconds type label_id album_id label album artists genres created_at updated_at'.split(
    ' ',
  ),
)
