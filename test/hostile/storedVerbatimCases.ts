import { client } from '../support/client.ts'
import { buildJsonRequest } from './httpRequest.ts'
import { type CaseGenerator, pickCyclic, pickRandom } from './testCase.ts'

// Valid texts and numbers that look like an attack. The server has to store them unchanged, and to change nothing else.

/** The longest text that is used here, in characters. */
const longTextLength = 100

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
  'a\u200b',
  '\ufeffx',
  '\ufffd',
  '\uffff',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  '坂本龍一',
  'ﷺ',
  '\u2028\u2029x',
  'x'.repeat(longTextLength),
  '𝄞'.repeat(longTextLength),
]

/** Numbers as JSON text, and the value that JSON gives them. */
const jsonNumbers: [text: string, value: number][] = [
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
/** Durations are whole numbers. */
const jsonIntegers = jsonNumbers.filter(([, value]) => Number.isInteger(value))

const longFieldNameLength = 10_000

/** Fields that the API does not have, or that a client cannot set. They must have no effect. */
const unknownFields = [
  '"__proto__":{"id":5,"role_id":1}',
  '"constructor":{"prototype":{"role_id":1}}',
  '"toString":null,"hasOwnProperty":1,"valueOf":"x"',
  '"id":1,"created_at":"x","updated_at":null',
  '"x":[[[[{"y":{}}]]]]',
  `"${'x'.repeat(longFieldNameLength)}":1`,
]

const resources = [
  { name: 'labels', textField: 'name', durationField: undefined },
  { name: 'genres', textField: 'name', durationField: undefined },
  { name: 'artists', textField: 'name', durationField: 'duration' },
  { name: 'albums', textField: 'title', durationField: 'duration_seconds' },
  { name: 'tracks', textField: 'title', durationField: 'duration_seconds' },
] as const

/** All fields of the representations of all resources. */
const responseFields = new Set([
  ...['id', 'name', 'title', 'file_path', 'cover_path', 'release_date', 'duration', 'duration_seconds', 'type'],
  ...['label_id', 'album_id', 'label', 'album', 'artists', 'genres', 'created_at', 'updated_at'],
])

export const storedVerbatimCases: CaseGenerator = ({ port, adminToken }, random, index) => {
  const text = pickCyclic(index, texts)
  const { name: resource, textField, durationField } = pickRandom(random, resources)
  const [durationText, duration] = pickRandom(random, jsonIntegers)
  // The text field comes twice: JSON takes the last value.
  const members = [
    `${JSON.stringify(textField)}:"overwritten"`,
    ...(durationField ? [`"${durationField}":${durationText}`] : []),
    ...(resource === 'tracks' ? [`"file_path":${JSON.stringify(text)}`] : []),
    `${JSON.stringify(textField)}:${JSON.stringify(text)}`,
    pickRandom(random, unknownFields),
  ]
  const api = client(`http://127.0.0.1:${port}/api`, adminToken)
  return {
    name: `POST /api/${resource} with ${JSON.stringify(text.slice(0, 60))}, ${durationText}`,
    bytes: buildJsonRequest('POST', `/api/${resource}`, adminToken, `{${members}}`),
    expected: [201],
    writes: true,
    check: async ({ body }) => {
      const created = JSON.parse(body)
      const { body: stored } = await api.get(`/${resource}/${created.id}`)
      const { status } = await api.delete(`/${resource}/${created.id}`)
      if (status !== 204) return `the record could not be deleted: ${status}`
      // The API removes white space at both ends.
      if (stored[textField] !== text.trim()) return `the stored text is ${JSON.stringify(stored[textField])}`
      // Object.is, because -0 must be stored as 0.
      if (durationField && !Object.is(stored[durationField], duration)) {
        return `${durationText} was stored as ${stored[durationField]}`
      }
      const unexpected = Object.keys(created).filter((field) => !responseFields.has(field))
      if (unexpected.length > 0) return `the response has the fields ${unexpected}`
    },
  }
}
