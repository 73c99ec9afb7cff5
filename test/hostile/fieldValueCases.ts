import { type FieldType, invalidValues, validValues } from './fieldValues.ts'
import { buildJsonRequest } from './httpRequest.ts'
import { type CaseGenerator, expectFieldErrors, pickCyclic, pickRandom, type TestCase } from './testCase.ts'

// Bodies in which one field has a value that the API has to reject, and logins that have to fail.

/** Lengths in characters. */
const longEmailLength = 20_000
const longPasswordLength = 30_000

const quote = (text: string) => JSON.stringify(text)

/** The fields of a body, with their types. */
type Fields = Record<string, FieldType>

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

const endpointFields = endpoints.flatMap(([method, path, fields]) =>
  Object.entries(fields).map(([field, type]) => ({ method, path, field, type, fields })),
)

/** Every twentieth test case is a login. */
const period = 20

export const fieldValueCases: CaseGenerator = ({ adminToken }, random, index) => {
  if (index % period === period - 1) return createLoginCase(random)
  const fieldIndex = (period - 1) * Math.floor(index / period) + (index % period)
  const { method, path, field, type, fields } = pickCyclic(fieldIndex, endpointFields)
  const value = pickRandom(random, invalidValues[type])
  // PUT changes only the fields that are sent; POST needs all of them.
  const otherFields = method === 'POST' ? Object.entries(fields) : []
  const values = new Map(otherFields.map(([name, type]): [string, string] => [name, validValues[type]]))
  if (path === '/register') values.set('password_confirmation', field === 'password' ? value : validValues.password)
  values.set(field, value)
  const body = `{${[...values].map(([name, value]) => `${quote(name)}:${value}`)}}`
  return {
    name: `${method} ${path} with the ${field} ${value.slice(0, 60)}`,
    bytes: buildJsonRequest(method, `/api${path}`, adminToken, body),
    expected: [400],
    check: (response) => {
      // The confirmation is the same value as the password. Some invalid passwords are also invalid confirmations.
      const isConfirmationInvalid =
        path === '/register' && field === 'password' && response.body.includes('password_confirmation')
      return expectFieldErrors(field, ...(isConfirmationInvalid ? ['password_confirmation'] : []))(response)
    },
  }
}

/** Addresses that no account has. */
const unknownEmails = [
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
  'x'.repeat(longEmailLength),
]

const wrongPasswords = [
  "' OR '1'='1",
  'correct horse\0',
  'correct',
  '__proto__',
  '\ud800',
  'x'.repeat(longPasswordLength),
]

const createLoginCase = (random: () => number): TestCase => {
  const email = pickRandom(random, unknownEmails)
  const password = pickRandom(random, wrongPasswords)
  return {
    name: `a login as ${quote(email.slice(0, 60))} with ${quote(password.slice(0, 20))}`,
    bytes: buildJsonRequest('POST', '/api/login', undefined, JSON.stringify({ email, password })),
    expected: [422],
    check: expectFieldErrors('email'),
  }
}
