import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { resourceNames } from '../../src/catalogue/resources.ts'
import type { Client, ClientResponse } from '../support/client.ts'
import { amount } from '../support/longForm.ts'
import { endpoints, sendAndCheck, withLibrary } from './fuzz.ts'

// Random requests, far more of them with `bun run test --random`: every response is one that docs/api.md describes, and a request that is rejected changes nothing.

const sendJson = (caller: Client, method: string, path: string, body: RequestInit['body'], type = 'application/json') =>
  caller.send(method, path, { body: body ?? null, headers: { 'content-type': type } })

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 300 }))
const unusualText = fc.constantFrom(
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
const anyValue = fc.oneof(anyText, unusualText, anyNumber, fc.array(anyNumber), fc.jsonValue(), fc.constant(null))

const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })

type Send = (caller: Client, endpoint: (typeof endpoints)[number], value: unknown) => Promise<ClientResponse>

const requests: [what: string, values: fc.Arbitrary<unknown>, send: Send][] = [
  [
    'JSON as its body',
    fc.jsonValue(),
    (caller, [method, path], value) => sendJson(caller, method, path, JSON.stringify(value)),
  ],
  [
    'bytes as its body',
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    (caller, [method, path], value) => sendJson(caller, method, path, Buffer.from(value as Uint8Array)),
  ],
  [
    'media type',
    fc.oneof(
      visible,
      visible.map((end) => `application/json;${end}`),
    ),
    (caller, [method, path, body], value) => {
      const sent = Buffer.from(JSON.stringify({ ...body, name: '', title: '', email: '' }))
      return sendJson(caller, method, path, sent, String(value))
    },
  ],
]

test.each(requests)('a request with any %s gets a documented response', async (_, values, send) => {
  await withLibrary(async ({ admin }, other) => {
    const property = fc.asyncProperty(fc.constantFrom(...endpoints), values, async (endpoint, value) => {
      await sendAndCheck(other, () => send(admin, endpoint, value))
    })
    await fc.assert(property, { numRuns: amount(50, 2_500) })
  })
})

test('a request with any value in any field gets a documented response', async () => {
  const cases = endpoints.flatMap(([method, path, body]) =>
    Object.keys(body).map((field) => [method, path, body, field] as const),
  )
  await withLibrary(async ({ admin }, other) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...cases),
      anyValue,
      async ([method, path, body, field], value) => {
        const sent = JSON.stringify({ ...body, [field]: value })
        const response = await sendAndCheck(other, () => sendJson(admin, method, path, sent))
        // Only the changed field can be invalid, or a field that is compared with it.
        const otherErrors = Object.keys(response.body.errors ?? {}).filter((name) => name !== field)
        const comparedFields = ['email', 'password', 'password_confirmation', 'current_password']
        expect(comparedFields).toEqual(expect.arrayContaining(otherErrors))
      },
    )
    await fc.assert(property, { numRuns: amount(120, 6_000) })
  })
})

test('GET responds with a text as it was sent, trimmed', async () => {
  await withLibrary(async ({ admin, user }) => {
    const property = fc.asyncProperty(anyText, async (name) => {
      const { status, body } = await admin.post('/labels', { name })
      if (status !== 201) return expect(status).toBe(400)
      expect(body.name).toBe(name.trim())
      expect((await user.get(`/labels/${body.id}`)).body).toEqual(body)
    })
    await fc.assert(property, { numRuns: amount(40, 2_000) })
  })
})

test('a request with any id in its path finds a record or responds 404', async () => {
  const encoded = fc.string({ unit: 'binary', minLength: 1 }).map(encodeURIComponent)
  const raw = fc.stringMatching(/^[%0-9a-fA-F~!$&'()*+,;=:@-]{1,12}$/)
  const paths = fc.constantFrom(...[...resourceNames, 'users'].map((name) => `/${name}`))
  await withLibrary(async ({ admin, user }, other) => {
    const property = fc.asyncProperty(paths, fc.oneof(encoded, raw), async (path, id) => {
      fc.pre(!/^(\.|%2e){1,2}$/i.test(id) && !/^\d+$/.test(id))
      const recordPath = `${path}/${id}`
      const requests = [
        () => admin.get(recordPath),
        () => admin.put(recordPath, { name: 'x' }),
        () => admin.delete(recordPath),
        () => user.post(`/tracks/${id}/like`),
        () => user.delete(`/tracks/${id}/like`),
      ]
      for (const request of requests) {
        const response = await sendAndCheck(other, request)
        // "%31" is another way to write 1.
        if (!/^[1-9]\d*$/.test(decodeId(id))) expect([recordPath, response.status]).toEqual([recordPath, 404])
      }
    })
    await fc.assert(property, { numRuns: amount(50, 2_500) })
  })
})

const decodeId = (id: string) => {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}

test('a request with any Authorization header but a valid one responds 401', async () => {
  const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  const legal = printable.filter((text) => !text.includes('\x7f'))
  const values = fc.oneof(
    legal,
    legal.map((text) => `Bearer ${text}`),
    legal.map((text) => `bearer mlib_${text}`),
  )
  await withLibrary(async ({ anonymous }, other) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...endpoints.slice(2)),
      values,
      async (endpoint, authorization) => {
        const [method, path, body] = endpoint
        const headers = { authorization, 'content-type': 'application/json' }
        const request = () => anonymous.send(method, path, { headers, body: JSON.stringify(body) })
        const { status } = await sendAndCheck(other, request)
        expect(status).toBe(401)
      },
    )
    await fc.assert(property, { numRuns: amount(40, 2_000) })
  })
})
