import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { openRawConnection } from '../support/rawConnection.ts'

const host = 'Host: l'

const getLabel = (token: string) => `GET /api/labels/1 HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`

const postLabel = (token: string, name: string) => {
  const body = JSON.stringify({ name })
  const headers = [host, `Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return `${['POST /api/labels HTTP/1.1', ...headers, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
}

// Bun closes a connection with a request behind one whose response is not ready. The tests show when that changes:
// docs/api.md tells clients of it.
test.each([
  ['a read', getLabel],
  ['a write', (token: string) => postLabel(token, 'second')],
])(
  'with %s pipelined behind it, a write is carried out at most once, and the connection ends without a response',
  async (_, second) => {
    await using library = await startTestLibrary()
    const token = library.admin.token ?? ''
    using connection = await openRawConnection(library.url)
    connection.write(postLabel(token, 'first') + second(token))
    expect(await connection.closed).toBe('')
    // Writes are queued in order: the earlier ones are on disk when this one is.
    expect((await library.admin.post('/labels', { name: 'last' })).status).toBe(201)
    const names = (await library.admin.get('/labels')).body.map(({ name }: { name: string }) => name)
    // A busy server had not begun with it when the connection ended.
    expect([['first', 'last'], ['last']]).toContainEqual(names)
  },
)
