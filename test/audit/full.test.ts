import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createFirstAdmin } from '../../src/auth/users/firstAdmin.ts'
import { openLibrary } from '../../src/library/open.ts'
import { startServer } from '../../src/server.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const account = { email: 'admin@example.com', password: 'a long secret' }

test('in a full library, everything can be deleted', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const created = await openLibrary(path)
  await createFirstAdmin(created, account)
  await created.close()
  // 40 pages of 4 KiB more than an empty library has.
  const library = await openLibrary(path, { maxPages: Math.ceil(Bun.file(path).size / 4096) + 40 })
  const server = await startServer({ library, host: '127.0.0.1', port: 0, quietMs: 0 })
  try {
    const { body } = await client(`${server.origin}/api`).post('/login', account)
    const admin = client(`${server.origin}/api`, body.token)
    const ids: number[] = []
    for (;;) {
      const { status, body: label } = await admin.post('/labels', { name: 'x'.repeat(100) })
      if (status === 507) break
      expect(status).toBe(201)
      ids.push(label.id)
    }
    expect(ids.length).toBeGreaterThan(100)
    for (const id of ids) expect((await admin.delete(`/labels/${id}`)).status).toBe(204)
    expect((await admin.get('/labels')).body).toEqual([])
  } finally {
    await server.stop()
    await library.close()
  }
})
