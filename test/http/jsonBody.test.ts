import { expect, test } from 'bun:test'
import { createMusicLibrary } from '../../src/index.ts'
import { emptyFolder } from '../support/folder.ts'
import { password } from '../support/library.ts'

test('a body of a known length is not made a stream, which takes longer to read', async () => {
  const email = 'admin@example.com'
  // One in memory records the bodies of its requests, for tests.
  using folder = emptyFolder()
  const database = `${folder.path}/library.db`
  await using library = await createMusicLibrary({ database, users: [{ email, password, role: 'admin' }] })
  let isStream = false
  const send = async (method: string, path: string, body: string, token = '') => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    }
    const request = new Request(`http://localhost/api${path}`, { method, body, headers })
    const { body: stream } = new Request(request.url)
    Object.defineProperty(request, 'body', {
      get: () => {
        isStream = true
        return stream
      },
    })
    return library.fetch(request)
  }
  const session = await send('POST', '/login', JSON.stringify({ email, password }))
  const { token } = (await session.json()) as { token: string }
  for (const [method, path, status] of [
    ['POST', '/labels/', 201],
    ['PUT', '/labels/1', 200],
  ] as const) {
    expect((await send(method, path, '{"name":"Verve"}', token)).status).toBe(status)
  }
  expect(isStream).toBe(false)
})
