import { expect } from 'bun:test'
import { type JsonSchema, readDocument } from '../support/openApiDocument.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'

// Every input has a maximum. `bun run test --hostile` measures what the largest ones cost.

const test = sharedLibraryTest()

interface ArraySchema {
  /** Where it is, such as `post /api/tracks artist_ids`. */
  place: string
  maxItems: number | undefined
}

type Schema = JsonSchema & { $ref?: string; maxItems?: number }

const document = await readDocument()

/** The arrays in a schema. */
const findArrays = (schema: Schema, place: string): ArraySchema[] => {
  if (schema.$ref) return findArrays(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, place)
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema
  return [
    ...(items ? [{ place, maxItems: schema.maxItems }, ...findArrays(items, place)] : []),
    ...Object.entries(properties).flatMap(([name, property]) => findArrays(property, `${place} ${name}`)),
    ...anyOf.flatMap((alternative) => findArrays(alternative, place)),
    ...(additionalProperties ? findArrays(additionalProperties, place) : []),
  ]
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

const arrays = operations.flatMap(({ method, path, operation: { requestBody } }) =>
  requestBody ? findArrays(requestBody.content['application/json'].schema, `${method} ${path}`) : [],
)

test('every array in a body has a maximum', () => {
  expect(arrays.length).toBeGreaterThan(5)
  expect(arrays.filter(({ maxItems }) => maxItems === undefined)).toEqual([])
})

test('an array of ids has at most 10,000', async ({ admin }) => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const send = (body: object) => admin.post('/tracks', { title: 'So What', file_path: '/so-what.flac', ...body })
  const { status, body } = await send({ artist_ids: ids(10_001), genre_ids: ids(10_001) })
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    artist_ids: ['The artist_ids must have at most 10000 ids.'],
    genre_ids: ['The genre_ids must have at most 10000 ids.'],
  })
  expect((await send({ artist_ids: ids(10_000) })).body.errors.artist_ids).toEqual([
    expect.stringContaining('do not exist'),
  ])
})

const sessionBody = (bytes: number) => Buffer.from('{"email":"a@example.com"}'.padEnd(bytes))

for (const [method, path] of [
  ['POST', '/login'],
  ['POST', '/register'],
  ['PUT', '/me'],
] as const) {
  test(`D12: a body of ${method} ${path} has at most 64 KiB`, async ({ admin }) => {
    const send = (bytes: number) =>
      admin.send(method, path, { body: sessionBody(bytes), headers: { 'content-type': 'application/json' } })
    expect((await send(65_536)).status).not.toBe(413)
    const { status, body } = await send(65_537)
    expect([status, body]).toEqual([413, { message: 'The body is larger than 65536 bytes.' }])
  })
}
