import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Client, client } from '../support/client.ts'
import { amount } from '../support/longForm.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { createRequestValidator } from '../support/schemaValidator.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'
import { type DocumentOperation, type GeneratedRequest, operationsOf, requestsOf } from './documentRequests.ts'

// What the OpenAPI document forbids is never a 2xx, and what it allows is never a 400, but for what a document can't say. The
// client of the tests also checks each response against the document.

/** Whether a body has half of a surrogate pair, which JSON writes as an escape, or the words of a search have a control character. */
const hasForbiddenCharacters = ({ query: { q }, body }: GeneratedRequest) =>
  /\\ud[89a-f]/i.test(JSON.stringify(body ?? null)) || (typeof q === 'string' && /[^\P{Cc}\t\n]/u.test(q.trim()))

/** Why a request may be rejected that the document allows, the sentences about it, and which requests may have them; all by default. */
const unsaid: [reason: string, sentence: RegExp, mayHave?: (request: GeneratedRequest) => boolean][] = [
  ['a record that does not exist', /names records that do not exist/],
  ['an address that is taken', /has already been taken/],
  ['two texts that have to be equal', /are not the same/],
  ['a text of nothing but spaces, which are trimmed', /is required\.$/],
  [
    'half of a surrogate pair, or a control character in words',
    /has characters that are not allowed/,
    hasForbiddenCharacters,
  ],
  ['a password that an account needs to change itself', /^The current_password /],
  ['a range that ends before it begins, or a day that does not exist', /, or a range such as /],
  ['a day in the past', /must be in the future/],
  ['an id that is added and removed', /must not add and remove the same id/],
  ['members that are ignored', /must have at least one of/],
  ['an id above 2^53 in a text', /ids with commas between them|must be an id or an e-mail address/],
  ['an order that needs a filter', /needs the parameter liked=true/],
  ['a record that stays and goes', /^The from must not contain the \w+ that stays/],
  ['the rows of a pasted table', /^Line \d+[,:] /],
  ['a catalogue file, whose JSON Schema is another document', /^The file has \d+ problems?\./],
]

const document = await readDocument()
const validate = createRequestValidator(document)

const isValid = (pointer: string, value: unknown) => {
  try {
    validate(pointer, value, 'the value')
    return true
  } catch {
    return false
  }
}

/** The text of a parameter. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The value that the text of a parameter stands for: its type is that of the schema, or a text. */
const readParameter = ({ type }: { type?: unknown }, text: string): unknown => {
  if (type === 'integer') return String(Number(text)) === text ? Number(text) : text
  return type !== 'string' && (text === 'true' || text === 'false') ? text === 'true' : text
}

const isAllowed = ({ parameters, body: schema, bodyPointer }: DocumentOperation, { query, body }: GeneratedRequest) =>
  parameters.every(({ name, required, schema, pointer }) => {
    const value = query[name]
    return value === undefined ? !required : isValid(pointer, readParameter(schema, textOf(value)))
  }) &&
  (!schema || isValid(bodyPointer, body))

const send = (
  caller: Client,
  { method, path, body: schema }: DocumentOperation,
  { id, query, body }: GeneratedRequest,
) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)]))
  const url = path.replace('{id}', String(id)) + (parameters.size > 0 ? `?${parameters}` : '')
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? null) }
  return caller.send(method, url, schema ? json : {})
}

const sentencesOf = (body: { message: string; errors?: Record<string, string[]> }) =>
  Object.values(body.errors ?? { message: [body.message] }).flat()

const library = useSharedLibrary({ loginThrottle: false })

/** Creates records whose ids requests have, and an admin of its own: a request may delete others. */
const createAdmin = async () => {
  const { url, createAccount } = library()
  const admin = await createAccount(`admin-${crypto.randomUUID()}@example.com`, 'admin')
  const { body: label } = await admin.post('/labels', { name: 'Columbia' })
  const { body: album } = await admin.post('/albums', { title: 'Kind of Blue', label_id: label.id })
  await admin.post('/tracks', { title: 'So What', file_path: `${album.id}.flac`, album_id: album.id })
  return client(new URL(url).origin, admin.token)
}

// A stream has no end. Its parameter is that of the list of changes.
const answered = operationsOf(document).filter(({ path }) => path !== '/changes/stream')

test.each(answered.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s accepts what the document allows, and rejects what it forbids',
  async (_, operation) => {
    const hasInput = operation.parameters.length > 0 || operation.body !== undefined
    const admin = await createAdmin()
    const property = fc.asyncProperty(requestsOf(document, operation), async (request) => {
      const { status, body } = await send(admin, operation, request)
      expect(status).toBeLessThan(500)
      if (!isAllowed(operation, request)) return expect(status).toBeGreaterThanOrEqual(400)
      if (status !== 400) return
      const others = sentencesOf(body).filter(
        (sentence) => !unsaid.some(([, pattern, mayHave]) => pattern.test(sentence) && (mayHave?.(request) ?? true)),
      )
      expect(others).toEqual([])
    })
    await fc.assert(property, { numRuns: hasInput ? amount(4, 400) : amount(2, 40) })
  },
)
