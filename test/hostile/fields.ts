import { about, type Group, pick, turn } from './case.ts'
import { sent } from './request.ts'

// Each member of each body with values that it must refuse, as they are written in JSON.

const digits = '9'.repeat(400)
const deep = '['.repeat(100_000) + ']'.repeat(100_000)
const quote = (text: string) => JSON.stringify(text)

const noText = ['5', '-0', '1e400', digits, 'true', '[]', '["x"]', '{}', '{"toString":"x"}', '{"$ne":null}', deep]
const badText = [
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
  'x'.repeat(256),
  '𝄞'.repeat(256),
  'x'.repeat(100_000),
].map(quote)
const nothing = ['null', '""', '"   "', '"\\u00a0\\u2003"']
const noWhole = ['1.5', '1e400', '-1e400', digits, `-${digits}`, '"1"', '"__proto__"', 'true', '[]', '[1]', '{}']
const noId = [
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
const noReference = [...noWhole, ...noId]

const wrong = {
  text: [...nothing, ...noText, ...badText],
  'text or null': [...noText, ...badText],
  email: [
    ...nothing,
    ...noText,
    ...badText,
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
  password: ['null', '""', ...noText, quote('short'), quote('x'.repeat(1_025)), '"\\ud800 long enough"'],
  day: [
    ...noText,
    ...badText,
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
  duration: [...noWhole, '-1', '2147483648', '9007199254740993', '"1; DROP TABLE labels"'],
  type: ['null', '""', ...noText, ...['lp', 'ALBUM', 'album ', 'constructor', '__proto__', "album'--"].map(quote)],
  reference: [...noReference],
  role: ['null', ...noReference],
  references: [
    ...['null', '1', '"1"', 'true', '{}', '{"length":1,"0":1}', '"__proto__"', '[null]', '[[1]]', '["1"]', '[1.5]'],
    ...[
      '[0]',
      '[-1]',
      '[1,999999]',
      '[1e400]',
      '[1e300]',
      `[${digits}]`,
      '[9007199254740993]',
      '[1,"constructor"]',
      deep,
    ],
    // More than SQLite takes in one statement.
    `[${Array.from({ length: 50_000 }, (_, n) => 1_000_000 + n)}]`,
  ],
} satisfies Record<string, string[]>

type Fields = Record<string, keyof typeof wrong>

const artist: Fields = {
  name: 'text',
  cover_path: 'text or null',
  release_date: 'day',
  label_id: 'reference',
  duration: 'duration',
}
const album: Fields = {
  title: 'text',
  cover_path: 'text or null',
  release_date: 'day',
  duration_seconds: 'duration',
  type: 'type',
  label_id: 'reference',
}
const track: Fields = {
  title: 'text',
  file_path: 'text',
  duration_seconds: 'duration',
  album_id: 'reference',
  artist_ids: 'references',
  genre_ids: 'references',
}
const account: Fields = { name: 'text', email: 'email', password: 'password' }

const endpoints: [method: string, path: string, fields: Fields][] = [
  ['POST', '/register', account],
  ['PUT', '/me', account],
  ['POST', '/users', { ...account, role_id: 'role' }],
  ['PUT', '/users/2', { ...account, role_id: 'role' }],
  ['POST', '/labels', { name: 'text' }],
  ['PUT', '/labels/1', { name: 'text' }],
  ['POST', '/genres', { name: 'text' }],
  ['PUT', '/genres/1', { name: 'text' }],
  ['POST', '/artists', artist],
  ['PUT', '/artists/1', artist],
  ['POST', '/albums', album],
  ['PUT', '/albums/1', album],
  ['POST', '/tracks', track],
  ['PUT', '/tracks/1', track],
]

const members = endpoints.flatMap(([method, path, fields]) =>
  Object.entries(fields).map(([field, kind]) => ({ method, path, field, kind, fields })),
)

/** What each kind of member takes, so that only one of a body is wrong. */
const fine: Record<keyof typeof wrong, string> = {
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

export const fields: Group = ({ admin }, random, nth) => {
  if (nth % 20 === 19) return loggingIn(random)
  const { method, path, field, kind, fields } = turn(nth - Math.floor(nth / 20), members)
  const value = pick(random, wrong[kind])
  const others = method === 'POST' ? Object.entries(fields) : []
  const entries = new Map(others.map(([name, kind]): [string, string] => [name, fine[kind]]))
  if (path === '/register') entries.set('password_confirmation', field === 'password' ? value : fine.password)
  entries.set(field, value)
  const body = `{${[...entries].map(([name, value]) => `${quote(name)}:${value}`)}}`
  return {
    name: `${method} ${path} with the ${field} ${value.slice(0, 60)}`,
    bytes: sent(method, `/api${path}`, admin, body),
    right: [400],
    check: ({ body, ...reply }) => {
      // A confirmation that is no text is wrong too.
      const alsoConfirmation = path === '/register' && field === 'password' && body.includes('password_confirmation')
      return about(field, ...(alsoConfirmation ? ['password_confirmation'] : []))({ body, ...reply })
    },
  }
}

/** Texts that log nobody in. */
const strangers = [
  "admin@example.com' --",
  "' OR '1'='1",
  "x' UNION SELECT 1, 'a', 'b', 'c', 1, 1, 1 --",
  'admin@example.com\0',
  'admin@example.com\r\nX-Injected: yes',
  '%',
  'admin@example.%',
  '__proto__',
  'constructor',
  '\ud800',
  'x'.repeat(100_000),
]

const loggingIn = (random: () => number) => {
  const email = pick(random, strangers)
  const password = pick(random, [
    "' OR '1'='1",
    'correct horse\0',
    'correct',
    '__proto__',
    '\ud800',
    'x'.repeat(500_000),
  ])
  const body = JSON.stringify({ email, password })
  return {
    name: `a log-in as ${quote(email.slice(0, 60))} with ${quote(password.slice(0, 20))}`,
    bytes: sent('POST', '/api/login', undefined, body),
    right: [422],
    check: about('email'),
  }
}
