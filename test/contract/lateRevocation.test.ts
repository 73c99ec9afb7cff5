import { describe, expect, test } from 'bun:test'
import { maxMs } from '../support/bounds.ts'
import type { Client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import type { TestLibrary } from '../support/library.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'
import { openSql } from '../support/sql.ts'
import type { Access } from './endpoints.ts'
import { noTokenUses, readRecords, sendBeginning, writes } from './late.ts'

// A caller may lose the right to a request after the guard has let it pass: while its body is on its way, or while its
// write waits for another one. The write must not happen then.

type Account = Client & { id: number }

/** How the caller loses the right, by requests of its own or of the library's admin. */
const losses: Record<string, (library: TestLibrary, caller: Account) => Promise<{ status: number }>> = {
  revoked: (_, caller) => caller.post('/logout'),
  demoted: async ({ admin, user }, caller) => {
    const { role_id } = (await user.get('/me')).body
    return admin.put(`/users/${caller.id}`, { role_id })
  },
  deleted: ({ admin }, caller) => admin.delete(`/users/${caller.id}`),
}

const expectedStatus = (access: Access, loss: string, success: number) => {
  if (loss !== 'demoted') return 401
  return access === 'admins' ? 403 : success
}

const sharedLibrary = useSharedLibrary(noTokenUses)

let accountCount = 0

/** Creates the records that an endpoint needs. @returns its URL, and a function that creates a caller */
const prepare = async (path: string) => {
  const library = sharedLibrary()
  const fixtures = await createFixtures(library.admin)
  const { id } = path.startsWith('/users') ? (await library.user.get('/me')).body : recordOf(fixtures, path)
  return {
    library,
    url: path.replace(':id', String(id)),
    createCaller: () => library.createAccount(`caller${++accountCount}@example.com`, 'admin'),
  }
}

type Fixtures = Awaited<ReturnType<typeof createFixtures>>

const recordOf = ({ label, genre, artist, album, track }: Fixtures, path: string) => {
  const records: Record<string, { id: number }> = { labels: label, genres: genre, artists: artist, albums: album }
  return records[path.split('/')[1] ?? ''] ?? track
}

/** Waits until the database has this number of writes that are not committed. No use of a token is one of them. */
const untilWritesWait = async ({ library }: TestLibrary, count: number) => {
  const deadline = performance.now() + maxMs(4_000)
  while (library.stats().queuedWrites !== count) {
    if (performance.now() > deadline) throw new Error(`There are not ${count} writes that wait.`)
    await Bun.sleep(1)
  }
}

describe.each(writes)('for %s: %s %s', (access, method, path, success, body) => {
  test('writes nothing for a caller who was revoked, demoted or deleted between guard and write', async () => {
    const { library, url, createCaller } = await prepare(path)
    for (const [index, [loss, lose]] of Object.entries(losses).entries()) {
      const caller = await createCaller()
      const init = body && { body: JSON.stringify(body(index)), headers: { 'content-type': 'application/json' } }
      // While another program holds the lock of writes, they wait.
      await using other = openSql(library.databaseUrl)
      const unlock = await other.lockWrites()
      const lost = lose(library, caller)
      await untilWritesWait(library, 1)
      // Accounts take turns with their writes: the second one of the caller comes after the loss.
      const first = caller.put('/me', { name: 'First' })
      await untilWritesWait(library, 2)
      const response = caller.send(method, url, init)
      await untilWritesWait(library, 3)
      await unlock()
      await first
      expect((await lost).status).toBeLessThan(300)
      expect([loss, (await response).status]).toEqual([loss, expectedStatus(access, loss, success)])
    }
  })
})

describe.each(writes.filter(([, , , , body]) => body))('for %s: %s %s', (access, method, path, success, body) => {
  test('writes nothing for a caller who was revoked, demoted or deleted while the body was on its way', async () => {
    const { library, url, createCaller } = await prepare(path)
    for (const [index, [loss, lose]] of Object.entries(losses).entries()) {
      const caller = await createCaller()
      const text = JSON.stringify(body?.(index))
      using connection = await sendBeginning(library, `${method} ${url}`, caller, text)
      expect((await lose(library, caller)).status).toBeLessThan(300)
      const before = await readRecords(library)
      connection.write(text.slice(3))
      const status = expectedStatus(access, loss, success)
      expect(`${loss}: ${await connection.closed}`).toStartWith(`${loss}: HTTP/1.1 ${status} `)
      if (status >= 400) expect(await readRecords(library)).toEqual(before)
    }
  })
})

test('a caller who was demoted or deleted while the body was on its way learns nothing from the response', async () => {
  const { library, createCaller } = await prepare('/users')
  const taken = { name: 'Nica', email: 'user@example.com', password: 'pannonica' }
  for (const [loss, status] of [
    ['demoted', 403],
    ['deleted', 401],
  ] as const) {
    for (const [method, path, body] of [
      ['PUT', '/users/999', { name: 'Renamed' }],
      ['PUT', '/users/1', { name: 5 }],
      ['PUT', '/labels/999', { name: '' }],
      ['POST', '/users', taken],
    ] as const) {
      const caller = await createCaller()
      const text = JSON.stringify(body)
      using connection = await sendBeginning(library, `${method} ${path}`, caller, text)
      expect((await losses[loss]?.(library, caller))?.status).toBeLessThan(300)
      connection.write(text.slice(3))
      expect(`${path}: ${await connection.closed}`).toStartWith(`${path}: HTTP/1.1 ${status} `)
    }
  }
})
