import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid, expectMessage } from './shapes.ts'

// D7 and D12: media types, bodies and trailing slashes. `test/cache/responses.test.ts` has HEAD.

const test = sharedLibraryTest()

const json = { 'content-type': 'application/json' }

/** A chunked body, which has no Content-Length. */
const chunkedBody = (text: string, chunkLength: number) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += chunkLength)
        controller.enqueue(Buffer.from(text.slice(at, at + chunkLength)))
      controller.close()
    },
  })

/** The JSON of a label, padded to this length. */
const label = (bytes: number) => '{"name":"Verve"}'.padEnd(bytes)

test('D12: a body must be application/json or +json, with any parameters and in any case', async (library) => {
  const { admin, anonymous } = library
  const { body: before } = await admin.get('/labels')
  const send = (type?: string) =>
    admin.send('POST', '/labels', {
      body: Buffer.from(label(20)),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const plain = 'application/json'
  const accepted = [plain, `${plain}; charset=utf-8`, plain.toUpperCase(), 'application/vnd.api+json']
  for (const type of accepted) expect([type, (await send(type)).status]).toEqual([type, 201])
  const rejected = ['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/jsonp', 'json']
  for (const type of [...rejected, 'application', undefined]) expectMessage(await send(type), 415)
  const form = new FormData()
  form.set('name', 'Verve')
  expectMessage(await admin.send('POST', '/labels', { body: form }), 415)
  expectMessage(await anonymous.send('POST', '/login', { body: 'email=a&password=b' }), 415)
  expect((await admin.get('/labels')).body).toHaveLength(before.length + accepted.length)
})

test('D12: a body over the limit, which is 1 MiB by default, responds 413, with a Content-Length or chunked', async (library) => {
  await using limited = await startTestLibrary({ maxBodyBytes: 1000 })
  for (const [{ admin }, limit, larger] of [
    [limited, 1000, 300_000],
    [library, 1_048_576, 1_400_000],
  ] as const) {
    const count = (await admin.get('/labels')).body.length
    for (const toBody of [(text: string) => text, (text: string) => chunkedBody(text, limit / 10)]) {
      const send = (bytes: number) => admin.send('POST', '/labels', { body: toBody(label(bytes)), headers: json })
      expect((await send(limit)).status).toBe(201)
      for (const bytes of [limit + 1, larger]) expectMessage(await send(bytes), 413)
    }
    expect((await admin.get('/labels')).body).toHaveLength(count + 2)
  }
})

test('D12: a body that is no JSON in UTF-8 responds 400 with only a message, and one that is no object 400', async ({
  admin,
  anonymous,
}) => {
  const { text: before } = await admin.get('/labels')
  const labelWithBytes = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('"}')])
  const texts = ['{', '{"name":"x"', "{'name':'x'}", '{"name":"x"}}', 'name', '{"name":"a\nb"}', 'NaN', ' ']
  for (const body of [...texts, labelWithBytes(0xff)]) {
    expectMessage(await admin.send('POST', '/labels', { body, headers: json }), 400)
    expectMessage(await anonymous.send('POST', '/register', { body, headers: json }), 400)
  }
  for (const body of ['[{"name":"x"}]', '"x"', 'null'])
    expect((await admin.send('POST', '/labels', { body, headers: json })).status).toBe(400)
  expect((await admin.get('/labels')).text).toBe(before)
  const { body } = await admin.send('POST', '/labels', { body: labelWithBytes(0xc3, 0xa9), headers: json })
  expect(body.name).toBe('aé')
})

test('D7: a number that is too large for JSON is no duration', async ({ admin }) => {
  const body = '{"title":"x","duration_seconds":1e400}'
  expectInvalid(await admin.send('POST', '/albums', { body, headers: json }), 'duration_seconds')
})

test('D12: deeply nested JSON responds 400, never 500', async ({ admin }) => {
  const nested = '['.repeat(500_000) + ']'.repeat(500_000)
  for (const body of [nested, `{"name":5,"unknown":${nested}}`])
    expect((await admin.send('POST', '/labels', { body, headers: json })).status).toBe(400)
})

test('D12: a path with a trailing slash is the same path', async ({ admin, user, anonymous }) => {
  const { label: record, track } = await createFixtures(admin)
  for (const path of ['/me', '/me/likes', '/labels', '/users']) {
    const [withoutSlash, withSlash] = [await admin.get(path), await admin.get(`${path}/`)]
    expect([path, withSlash.status, withSlash.text]).toEqual([path, 200, withoutSlash.text])
  }
  expect((await admin.get(`/labels/${record.id}/`)).body).toEqual(record)
  expect((await admin.post('/labels/', { name: 'Verve' })).status).toBe(201)
  expect((await admin.put(`/labels/${record.id}/`, { name: 'Verve' })).status).toBe(200)
  expect((await user.post(`/tracks/${track.id}/like/`)).status).toBe(200)
  expect((await admin.delete(`/labels/${record.id}/`)).status).toBe(204)
  expect((await anonymous.post('/login/', {})).status).toBe(400)
  expect((await user.post('/logout/')).status).toBe(200)
})
