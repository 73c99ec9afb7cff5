import { expect } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid } from './shapes.ts'

// D2 and D3: the order of errors, and unknown members. `test/http/unknownPath.test.ts` has paths that do not exist.

const test = sharedLibraryTest({ maxBodyBytes: 10_000 })

interface RequestParts {
  method: string
  path: string
  caller: 'admin' | 'user' | 'anonymous'
  type: string
  body: string
}

interface RequestError {
  name: string
  /** Adds the error to a request. */
  apply(request: RequestParts): Partial<RequestParts>
  status: number
  /** Whether the response reports invalid fields; only given for a 400. */
  hasFieldErrors?: boolean
}

/** The errors of a request, in the order of D2. Of two errors, the response reports that of the earlier step. */
const requestErrors: RequestError[] = [
  { name: 'an unknown path', apply: () => ({ path: '/nothing/1' }), status: 404 },
  { name: 'a wrong method', apply: () => ({ method: 'PATCH' }), status: 405 },
  { name: 'no token', apply: () => ({ caller: 'anonymous' }), status: 401 },
  { name: 'a caller who is no admin', apply: () => ({ caller: 'user' }), status: 403 },
  { name: 'a large body', apply: ({ body }) => ({ body: body.padEnd(10_001) }), status: 413 },
  { name: 'another media type', apply: () => ({ type: 'text/plain' }), status: 415 },
  { name: 'malformed JSON', apply: () => ({ body: '{"name": ' }), status: 400, hasFieldErrors: false },
  { name: 'a missing record', apply: () => ({ path: '/labels/9999' }), status: 404 },
  { name: 'an invalid field', apply: () => ({ body: '{}' }), status: 400, hasFieldErrors: true },
]

test('D2: of all errors of a request, the response reports the earliest', async (library) => {
  const { body: label } = await library.admin.post('/labels', { name: 'Columbia' })
  const labelPath = `/labels/${label.id}`
  let request: RequestParts = {
    method: 'PUT',
    path: labelPath,
    caller: 'admin',
    type: 'application/json',
    body: '{"name":"x"}',
  }
  for (const [n, { name, apply, status, hasFieldErrors }] of requestErrors.toReversed().entries()) {
    // An earlier error replaces a later one where both change the same part.
    request = { ...request, ...apply(request) }
    const { method, path, caller, type, body } = request
    const response = await library[caller].send(method, path, { body, headers: { 'content-type': type } })
    expect([n, name, response.status]).toEqual([n, name, status])
    if (hasFieldErrors === true) expect(response.body.message).toBe('The given data was invalid.')
    if (hasFieldErrors === false) expect(response.body.errors).toBeUndefined()
  }
  expect((await library.admin.get(labelPath)).body.name).toBe('Columbia')
})

test('D2: a wrong method responds 405 with the right methods, with and without a token', async (library) => {
  const { anonymous, user } = library
  const allowedMethods: [string, string, string][] = [
    ['PATCH', '/labels', 'GET, HEAD, POST'],
    ['POST', '/labels/1', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/tracks/1/like', 'DELETE, POST'],
  ]
  for (const [method, path, allow] of allowedMethods) {
    for (const caller of [anonymous, user]) {
      const { status, headers, body } = await caller.send(method, path)
      expect([method, path, status, body]).toEqual([method, path, 405, { message: expect.any(String) }])
      expect(headers.get('allow')?.split(/, */).sort().join(', ')).toBe(allow)
    }
  }
})

test('D3: unknown members of a body are ignored, whatever their values', async () => {
  await using library = await startTestLibrary()
  const unknownMembers =
    '{"name":"Verve","id":77,"created_at":"x","x":[{}],"":1,"__proto__":{"id":5},"constructor":null}'
  const init = { body: unknownMembers, headers: { 'content-type': 'application/json' } }
  const { status, body } = await library.admin.send('POST', '/labels', init)
  expect([status, Object.keys(body).sort()]).toEqual([201, ['created_at', 'id', 'name', 'updated_at']])
  expect([body.id, body.name]).toEqual([1, 'Verve'])
  expectInvalid(
    await library.admin.send('POST', '/labels', { ...init, body: '{"__proto__":{"name":"Verve"}}' }),
    'name',
  )
})
