// Values of fields, written as JSON text.

/** The longest texts that the API accepts, in characters. */
const maxTextLength = 255
const maxPasswordLength = 1_024
/** Lengths in characters, and numbers of elements. */
const longTextLength = 20_000
const manyDigits = 400
const nestingDepth = 10_000
/** More than the number of parameters that SQLite accepts in one statement, which is 32,766 by default. */
const tooManyReferences = 50_000

const longNumber = '9'.repeat(manyDigits)
const nestedArray = '['.repeat(nestingDepth) + ']'.repeat(nestingDepth)
const quote = (text: string) => JSON.stringify(text)

const notText = [
  '5',
  '-0',
  '1e400',
  longNumber,
  'true',
  '[]',
  '["x"]',
  '{}',
  '{"toString":"x"}',
  '{"$ne":null}',
  nestedArray,
]
const invalidText = [
  '\0',
  'a\0b',
  'a\rb',
  'a\r\nX-Injected: yes',
  'a\r\n\r\nHTTP/1.1 200 OK',
  '\x1b[31m',
  'a\x7f',
  'a\u0085b',
  '\ud800',
  'a\udc00b',
  'x'.repeat(maxTextLength + 1),
  '𝄞'.repeat(maxTextLength + 1),
  'x'.repeat(longTextLength),
].map(quote)
const emptyText = ['null', '""', '"   "', '"\\u00a0\\u2003"']
const notInteger = [
  '1.5',
  '1e400',
  '-1e400',
  longNumber,
  `-${longNumber}`,
  '"1"',
  '"__proto__"',
  'true',
  '[]',
  '[1]',
  '{}',
]
const unknownId = [
  '0',
  '-1',
  '999999',
  '9007199254740993',
  '9223372036854775808',
  '1e300',
  '-1e300',
  '"1 OR 1=1"',
  '{"valueOf":1}',
]
const invalidReference = [...notInteger, ...unknownId]

/** Values of each type that the API has to reject. */
export const invalidValues = {
  text: [...emptyText, ...notText, ...invalidText],
  'text or null': [...notText, ...invalidText],
  email: [
    ...emptyText,
    ...notText,
    ...invalidText,
    ...[
      'x',
      '@',
      'a@',
      '@b',
      'a b@c',
      'a@b c',
      'a@b\r\nBcc: c@d',
      "a@b' OR '1'='1",
      'a@b"--',
      'a@-b',
      'ä@b',
      '<a@b>',
    ].map(quote),
  ],
  password: [
    'null',
    '""',
    ...notText,
    quote('short'),
    quote('x'.repeat(maxPasswordLength + 1)),
    '"\\ud800 long enough"',
  ],
  day: [
    ...notText,
    ...invalidText,
    ...[
      '2023-02-29',
      '0000-00-00',
      '99999-01-01',
      '-000001-01-01',
      "2023-01-01' --",
      '2023-01-01\0',
      '２０２３-01-01',
    ].map(quote),
    ...['2023-01-01T24:00:00Z', '2023-01-01T00:00:00', '2023-01-01T00:00:00+99:99', '9999-12-31T23:59:59-01:00'].map(
      quote,
    ),
  ],
  duration: [...notInteger, '-1', '2147483648', '9007199254740993', '"1; DROP TABLE labels"'],
  type: ['null', '""', ...notText, ...['lp', 'ALBUM', 'album ', 'constructor', '__proto__', "album'--"].map(quote)],
  reference: [...invalidReference],
  role: ['null', ...invalidReference],
  references: [
    ...['null', '1', '"1"', 'true', '{}', '{"length":1,"0":1}', '"__proto__"', '[null]', '[[1]]', '["1"]', '[1.5]'],
    ...[
      '[0]',
      '[-1]',
      '[1,999999]',
      '[1e400]',
      '[1e300]',
      `[${longNumber}]`,
      '[9007199254740993]',
      '[1,"constructor"]',
      nestedArray,
    ],
    `[${Array.from({ length: tooManyReferences }, (_, n) => 1_000_000 + n)}]`,
  ],
} satisfies Record<string, string[]>

export type FieldType = keyof typeof invalidValues

/** A valid value of each type, so that exactly one field of a body is invalid. */
export const validValues: Record<FieldType, string> = {
  text: '"x"',
  'text or null': 'null',
  email: '"free@example.com"',
  password: '"a long secret"',
  day: '"1959-08-17"',
  duration: '5',
  type: '"ep"',
  reference: '1',
  role: '2',
  references: '[1]',
}
