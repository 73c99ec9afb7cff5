import { expect } from 'bun:test'
import { ApiError, createClient, InvalidError } from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { apiError } from './apiError.ts'

test('an ApiError has the message, the status and the request id of its response', async (library) => {
  let requestId: string | null = null
  const fetch = async (request: Request) => {
    const response = await globalThis.fetch(request)
    requestId = response.headers.get('x-request-id')
    return response
  }
  const client = createClient({ baseUrl: library.url, token: library.user.token, fetch })
  const error = await rejection(client.tracks.get(999))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).not.toBeInstanceOf(InvalidError)
  const said = { name: 'ApiError', message: 'Track 999 was not found.', status: 404, requestId }
  expect(error).toMatchObject({ ...said, method: 'GET', url: `${library.url}/tracks/999` })
  expect(requestId).toBeString()
})

test('an InvalidError has the sentences about each member, the first of them as its message, and its name in the stack', async (library) => {
  const client = createClient({ baseUrl: library.url, token: library.admin.token })
  const error = await rejection(client.tracks.create({ title: '', file_path: '1.flac', genre_ids: [998] }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toBeInstanceOf(InvalidError)
  expect(error).toMatchObject({
    name: 'InvalidError',
    message: 'The title is required.',
    status: 400,
    errors: { title: ['The title is required.'] },
    body: { message: 'The given data was invalid.' },
    stack: expect.stringMatching(/^InvalidError: The title is required\./),
  })
})

test('wrong credentials are an InvalidError, and leave the token as it is', async (library) => {
  const called: string[] = []
  const client = createClient({
    baseUrl: library.url,
    token: library.user.token,
    onUnauthenticated: () => void called.push('onUnauthenticated'),
  })
  const error = await rejection(client.login({ email: 'user@example.com', password: 'wrong' }))
  expect(error).toBeInstanceOf(InvalidError)
  expect(error).toMatchObject({ status: 422, errors: { email: ['The provided credentials are incorrect.'] } })
  expect([client.token, called]).toEqual([library.user.token, []])
})

const respondWith = (response: Response) =>
  createClient({ baseUrl: 'http://127.0.0.1/api', fetch: async () => response }).labels.list()

test('retryAfter has the seconds of the header Retry-After, which may be a date', async () => {
  const secondsOf = async (text: string) => {
    const response = Response.json({}, { status: 503, headers: { 'retry-after': text } })
    return (await apiError(respondWith(response))).retryAfter
  }
  const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString()
  expect([await secondsOf('5'), await secondsOf(dateIn(-60_000)), await secondsOf('soon')]).toEqual([5, 0, undefined])
  expect(await secondsOf(dateIn(60_000))).toBeWithin(58, 61)
})

test('an error of a proxy, which has any body, is an ApiError', async () => {
  for (const body of ['<h1>Bad gateway</h1>', 'null', '{"message":{},"errors":"text"}', '{"errors":{"a":"b"}}']) {
    const error = await apiError(respondWith(new Response(body, { status: 502 })))
    expect(error).not.toBeInstanceOf(InvalidError)
    expect(error).toMatchObject({ status: 502, message: 'The server responded with the status 502.' })
    expect([error.requestId, error.retryAfter]).toEqual([undefined, undefined])
  }
})

test('a page in the place of JSON is an ApiError that says so', async () => {
  const error = await apiError(respondWith(new Response('<!doctype html>')))
  expect(error).toMatchObject({
    status: 200,
    message:
      'The response to GET http://127.0.0.1/api/labels is not JSON. Does the base URL belong to a music library, and does each proxy pass this path on to it?',
  })
})

test('an error of the network says the request and the cause, without parameters', async () => {
  await using closing = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.end(), data: () => {} },
  })
  const causes = [
    ['http://127.0.0.1:1', 'nothing listens there: is the server started?'],
    ['http://nothing.invalid/music', 'there is no host of this name.'],
    [`http://127.0.0.1:${closing.port}`, 'the connection was closed too early.'],
  ] as const
  for (const [url, cause] of causes) {
    const client = createClient({ url, token: 'mlib_secret' })
    const error = await rejection(client.search.labels({ q: 'secret' }))
    expect(String(error)).toBe(`TypeError: GET ${url}/search/labels: ${cause}`)
    expect(Bun.inspect(error)).not.toContain('=secret')
    expect(await rejection(client.search.counts())).toHaveProperty('cause', expect.any(Error))
  }
})

test('what else a fetch of the caller throws is what the method throws', async () => {
  const thrown = { anything: true }
  const client = createClient({ url: 'http://127.0.0.1', fetch: () => Promise.reject(thrown) })
  expect(await rejection(client.labels.list())).toBe(thrown)
})
