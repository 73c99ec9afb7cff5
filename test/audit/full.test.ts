import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { configure, type LogRecord, reset } from '@logtape/logtape'
import { createFirstAdmin } from '../../src/auth/users/firstAdmin.ts'
import { startServer } from '../../src/server.ts'
import { openLibrary } from '../../src/storage/open.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const account = { email: 'admin@example.com', password: 'a long secret' }

/** Serves a library that has room for 100 more pages of 4 KiB, and logs an admin in. */
const serveSmallLibrary = async () => {
  const folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const created = await openLibrary(path)
  await createFirstAdmin(created, account)
  await created.close()
  const library = await openLibrary(path, { maxPages: Math.ceil(Bun.file(path).size / 4096) + 100 })
  const server = await startServer({ library, host: '127.0.0.1', port: 0, quietMs: 0 })
  const logIn = async () => {
    const { body } = await client(`${server.origin}/api`).post('/login', account)
    return client(`${server.origin}/api`, body.token)
  }
  const admin = await logIn()
  return {
    admin,
    logIn,
    /** Creates labels until there is no room for another one. Returns their ids. */
    fill: async (name: string) => {
      const ids: number[] = []
      for (;;) {
        const { status, body: label } = await admin.post('/labels', { name })
        if (status === 507) return ids
        expect(status).toBe(201)
        ids.push(label.id)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await library.close()
      folder[Symbol.dispose]()
    },
  }
}

test('in a full library, everything can be deleted', async () => {
  await using library = await serveSmallLibrary()
  const { admin } = library
  for (let id = 1; id <= 200; id++) {
    await admin.post('/tracks', { title: 'x', file_path: `${id}` })
    await admin.post(`/tracks/${id}/like`)
  }
  const ids = await library.fill('x'.repeat(100))
  expect(ids.length).toBeGreaterThan(100)
  // What happens to likes is logged by triggers.
  for (let id = 1; id <= 200; id++) expect((await admin.delete(`/tracks/${id}/like`)).status).toBe(200)
  for (const id of ids) expect((await admin.delete(`/labels/${id}`)).status).toBe(204)
  expect((await admin.get('/labels')).body).toEqual([])
})

test('in a full library, sessions can be ended, and what has no entry is in the log, without an e-mail address', async () => {
  const records: LogRecord[] = []
  await configure({
    sinks: { records: (record) => records.push(record) },
    loggers: [
      { category: 'music-library', sinks: ['records'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['records'] },
    ],
  })
  try {
    await using library = await serveSmallLibrary()
    const { admin } = library
    const sessions = [await library.logIn(), await library.logIn(), await library.logIn()]
    const user = { name: 'x'.repeat(255), email: 'ada@example.com', password: account.password }
    const { body } = await admin.post('/users', user)
    await library.fill('x'.repeat(100))
    await library.fill('x')
    // Each of these adds nothing but an entry.
    const [label] = (await admin.get('/labels')).body
    while ((await admin.put(`/labels/${label.id}`, { name: label.name })).status !== 507);
    for (const session of sessions) expect((await session.post('/logout')).status).toBe(200)
    expect((await admin.delete(`/users/${body.id}`)).status).toBe(204)
    const messages = records.map(({ message }) => message.join(''))
    const prefix = 'The library is full, so this is not in its audit trail: '
    expect(messages).toContain(`${prefix}logout users/1 by account 1, token 4, 127.0.0.1`)
    expect(messages).toContain(`${prefix}delete users/2 by account 1, token 1, 127.0.0.1`)
    expect(JSON.stringify(records)).not.toContain('@example.com')
  } finally {
    await reset()
  }
})
