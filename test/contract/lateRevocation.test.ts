import { expect, test } from 'bun:test'
import { maxMs } from '../support/bounds.ts'
import type { Client } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import type { TestLibrary } from '../support/library.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'
import { openSql } from '../support/sql.ts'
import { noTokenUses, readRecords, sendBeginning } from './late.ts'

// A caller may lose the right to a request after the guard has let it pass: while its body is on its way, or while its
// write waits for another one. The write must not happen then. `lateEnd.test.ts` sends all writes.

type Account = Client & { id: number }

/** How the caller loses the right, by requests of its own or of the library's admin, and what it gets for requests of users and admins. */
const losses: [
  loss: string,
  ofUsers: number,
  ofAdmins: number,
  lose: (library: TestLibrary, caller: Account) => Promise<{ status: number }>,
][] = [
  ['revoked', 401, 401, (_, caller) => caller.post('/logout')],
  [
    'demoted',
    200,
    403,
    async ({ admin, user }, { id }) => admin.put(`/users/${id}`, { role_id: (await user.get('/me')).body.role_id }),
  ],
  ['deleted', 401, 401, ({ admin }, { id }) => admin.delete(`/users/${id}`)],
]

const sharedLibrary = useSharedLibrary(noTokenUses)

let accountCount = 0

const createCaller = () => sharedLibrary().createAccount(`caller${++accountCount}@example.com`, 'admin')

/** Waits until the database has this number of writes that are not committed. No use of a token is one of them. */
const untilWritesWait = async ({ library }: TestLibrary, count: number) => {
  const deadline = performance.now() + maxMs(4_000)
  while (library.stats().queuedWrites !== count) {
    if (performance.now() > deadline) throw new Error(`There are not ${count} writes that wait.`)
    await Bun.sleep(1)
  }
}

test.each(losses)(
  'writes nothing for a caller who was %s between guard and write',
  async (_loss, ofUsers, ofAdmins, lose) => {
    const library = sharedLibrary()
    const { track } = await createFixtures(library.admin)
    for (const [method, path, status] of [
      ['POST', `/tracks/${track.id}/like`, ofUsers],
      ['DELETE', `/tracks/${track.id}`, ofAdmins],
    ] as const) {
      const caller = await createCaller()
      // While another program holds the lock of writes, they wait.
      await using other = openSql(library.databaseUrl)
      const unlock = await other.lockWrites()
      const lost = lose(library, caller)
      await untilWritesWait(library, 1)
      // Accounts take turns with their writes: the second one of the caller comes after the loss.
      const first = caller.put('/me', { name: 'First' })
      await untilWritesWait(library, 2)
      const response = caller.send(method, path)
      await untilWritesWait(library, 3)
      await unlock()
      await first
      expect((await lost).status).toBeLessThan(300)
      expect([path, (await response).status]).toEqual([path, status])
    }
    expect((await library.admin.get(`/tracks/${track.id}`)).status).toBe(200)
  },
)

test.each(losses)(
  'writes nothing for a caller who was %s while the body was on its way, who learns nothing from the response',
  async (_loss, ofUsers, ofAdmins, lose) => {
    const library = sharedLibrary()
    const { label } = await createFixtures(library.admin)
    const taken = { name: 'Nica', email: 'user@example.com', password: 'pannonica' }
    for (const [method, path, body, status] of [
      ['PUT', '/me', { name: 'Renamed' }, ofUsers],
      ['PUT', `/labels/${label.id}`, { name: 'Renamed' }, ofAdmins],
      ['PUT', '/labels/999999', { name: '' }, ofAdmins],
      ['POST', '/users', taken, ofAdmins],
    ] as const) {
      const caller = await createCaller()
      const text = JSON.stringify(body)
      using connection = await sendBeginning(library, `${method} ${path}`, caller, text)
      expect((await lose(library, caller)).status).toBeLessThan(300)
      const before = await readRecords(library)
      connection.write(text.slice(3))
      expect(`${path}: ${await connection.closed}`).toStartWith(`${path}: HTTP/1.1 ${status} `)
      if (status >= 400) expect(await readRecords(library)).toEqual(before)
    }
  },
)
