import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Client, ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

// Whatever comes, the response is one that the contract knows, and a refusal leaves the library as it was.

const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
const track = { title: 'x', file_path: 'x', duration_seconds: 1, album_id: 1, artist_ids: [1], genre_ids: [1] }
const artist = { name: 'x', cover_path: 'x', release_date: '1959-08-17', label_id: 1, duration: 1 }
const album = { title: 'x', cover_path: 'x', release_date: null, duration_seconds: 1, type: 'ep', label_id: 1 }

/** Every endpoint with a body, and a body that it takes. */
const endpoints: [method: string, path: string, body: Record<string, unknown>][] = [
  ['POST', '/register', { ...account, password_confirmation: account.password }],
  ['POST', '/login', { email: 'nobody@example.com', password: 'wrong horse' }],
  ['PUT', '/me', { name: 'Admin', email: 'admin@example.com' }],
  ['POST', '/users', { ...account, role_id: 2 }],
  ['PUT', '/users/2', { name: 'User', email: 'user@example.com', role_id: 2 }],
  ['POST', '/labels', { name: 'x' }],
  ['PUT', '/labels/1', { name: 'x' }],
  ['POST', '/genres', { name: 'x' }],
  ['PUT', '/genres/1', { name: 'x' }],
  ['POST', '/artists', artist],
  ['PUT', '/artists/1', artist],
  ['POST', '/albums', album],
  ['PUT', '/albums/1', album],
  ['POST', '/tracks', track],
  ['PUT', '/tracks/1', track],
]

const tables = ['labels', 'genres', 'artists', 'albums', 'tracks', 'users']

/** Tells two states of the library apart: every write makes, removes or timestamps a record. */
const stateOf = (file: Database) =>
  JSON.stringify(
    file
      .query(tables.map((table) => `SELECT count(*), max(updated_at) FROM ${table}`).join(' UNION ALL '))
      .values()
      .concat(file.query('SELECT count(*) FROM tokens').values(), file.query('SELECT count(*) FROM likes').values()),
  )

const withLibrary = async (work: (library: TestLibrary, file: Database) => Promise<void>) => {
  await using library = await startTestLibrary()
  await createFixtures(library.admin)
  using file = new Database(library.file, { readonly: true })
  await work(library, file)
}

const expectKnown = ({ status, text, body, headers }: ClientResponse) => {
  expect(status).toBeLessThan(500)
  if (status === 204) return expect(text).toBe('')
  expect(headers.get('content-type')).toMatch(/^application\/json\b/)
  expect(body).toBeDefined()
  if (status < 400) return
  expect(body.message).toEqual(expect.any(String))
  const hasErrors = body.message === 'The given data was invalid.' || status === 422
  expect(Object.keys(body).sort()).toEqual(hasErrors ? ['errors', 'message'] : ['message'])
  for (const sentences of Object.values(body.errors ?? {})) {
    expect(sentences).toEqual(expect.arrayContaining([expect.any(String)]))
  }
}

const expectUnchangedIfRefused = async (file: Database, request: () => Promise<ClientResponse>) => {
  const before = stateOf(file)
  const response = await request()
  expectKnown(response)
  if (response.status >= 400) expect(stateOf(file)).toBe(before)
  return response
}

const sendJson = (caller: Client, method: string, path: string, body: RequestInit['body'], type = 'application/json') =>
  caller.send(method, path, { body: body ?? null, headers: { 'content-type': type } })

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 300 }))
const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(256),
  '𝄞'.repeat(255),
  '1959-08-17',
  'a@b',
  '\ufeff',
)
const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e300, 2 ** 53, 0.5))
const anyValue = fc.oneof(anyText, oddText, anyNumber, fc.array(anyNumber), fc.jsonValue(), fc.constant(null))

test('any JSON at all as a body gets an response of the contract', async () => {
  await withLibrary(async ({ admin }, file) => {
    const property = fc.asyncProperty(fc.constantFrom(...endpoints), fc.jsonValue(), async ([method, path], value) => {
      await expectUnchangedIfRefused(file, () => sendJson(admin, method, path, JSON.stringify(value)))
    })
    await fc.assert(property, { numRuns: 500 })
  })
})

test('any value in any field gets an response of the contract', async () => {
  const cases = endpoints.flatMap(([method, path, body]) =>
    Object.keys(body).map((field) => [method, path, body, field] as const),
  )
  await withLibrary(async ({ admin }, file) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...cases),
      anyValue,
      async ([method, path, body, field], value) => {
        const sent = JSON.stringify({ ...body, [field]: value })
        const response = await expectUnchangedIfRefused(file, () => sendJson(admin, method, path, sent))
        // One right body with one changed field can be wrong in that field only, or in the one that has to equal it.
        const wrong = Object.keys(response.body.errors ?? {}).filter((name) => name !== field)
        const others = ['email', 'password', 'password_confirmation', 'current_password']
        expect(others).toEqual(expect.arrayContaining(wrong))
      },
    )
    await fc.assert(property, { numRuns: 1200 })
  })
})

test('what is kept of a text comes back as it was, trimmed', async () => {
  await withLibrary(async ({ admin, user }) => {
    const property = fc.asyncProperty(anyText, async (name) => {
      const { status, body } = await admin.post('/labels', { name })
      if (status !== 201) return expect(status).toBe(400)
      expect(body.name).toBe(name.trim())
      expect((await user.get(`/labels/${body.id}`)).body).toEqual(body)
    })
    await fc.assert(property, { numRuns: 200 })
  })
})

test('any bytes as a body get an response of the contract', async () => {
  await withLibrary(async ({ admin }, file) => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 })
    const property = fc.asyncProperty(fc.constantFrom(...endpoints), bytes, async ([method, path], body) => {
      await expectUnchangedIfRefused(file, () => sendJson(admin, method, path, Buffer.from(body)))
    })
    await fc.assert(property, { numRuns: 500 })
  })
})

test('any media type gets an response of the contract', async () => {
  const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
  const types = fc.oneof(
    visible,
    visible.map((end) => `application/json;${end}`),
  )
  await withLibrary(async ({ admin }, file) => {
    const property = fc.asyncProperty(fc.constantFrom(...endpoints), types, async ([method, path, body], type) => {
      const sent = Buffer.from(JSON.stringify({ ...body, name: '', title: '', email: '' }))
      await expectUnchangedIfRefused(file, () => sendJson(admin, method, path, sent, type))
    })
    await fc.assert(property, { numRuns: 500 })
  })
})

test('any id in a path is a record or a 404', async () => {
  const encoded = fc.string({ unit: 'binary', minLength: 1 }).map(encodeURIComponent)
  const raw = fc.stringMatching(/^[%0-9a-fA-F~!$&'()*+,;=:@-]{1,12}$/)
  const paths = fc.constantFrom('/labels', '/genres', '/artists', '/albums', '/tracks', '/users')
  await withLibrary(async ({ admin, user }, file) => {
    const property = fc.asyncProperty(paths, fc.oneof(encoded, raw), async (path, id) => {
      fc.pre(!/^(\.|%2e){1,2}$/i.test(id) && !/^\d+$/.test(id))
      const own = `${path}/${id}`
      const requests = [
        () => admin.get(own),
        () => admin.put(own, { name: 'x' }),
        () => admin.delete(own),
        () => user.post(`/tracks/${id}/like`),
        () => user.delete(`/tracks/${id}/like`),
      ]
      for (const request of requests) {
        const response = await expectUnchangedIfRefused(file, request)
        // "%31" is another way to write 1.
        if (!/^[1-9]\d*$/.test(decoded(id))) expect([own, response.status]).toEqual([own, 404])
      }
    })
    await fc.assert(property, { numRuns: 500 })
  })
})

const decoded = (id: string) => {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}

test('any Authorization header but a right one is anonymous', async () => {
  const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  const legal = printable.filter((text) => !text.includes('\x7f'))
  const values = fc.oneof(
    legal,
    legal.map((text) => `Bearer ${text}`),
    legal.map((text) => `bearer mlib_${text}`),
  )
  await withLibrary(async ({ anonymous }, file) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...endpoints.slice(2)),
      values,
      async (endpoint, authorization) => {
        const [method, path, body] = endpoint
        const headers = { authorization, 'content-type': 'application/json' }
        const request = () => anonymous.send(method, path, { headers, body: JSON.stringify(body) })
        const { status } = await expectUnchangedIfRefused(file, request)
        expect(status).toBe(401)
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })
})
