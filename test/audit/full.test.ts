import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createFirstAdmin } from '../../src/accounts/users/firstAdmin.ts'
import { startServer } from '../../src/app/server.ts'
import { auditAs } from '../../src/audit/auditedWrite.ts'
import { commandLine } from '../../src/audit/entry.ts'
import { DiskFull } from '../../src/base/errors.ts'
import type { Transaction } from '../../src/library/connection.ts'
import { openLibrary } from '../../src/library/open.ts'
import type { LogEntry } from '../../src/observability/format.ts'
import { setLogWriter } from '../../src/observability/log.ts'
import { createLabel, listLabels } from '../support/catalogueStore.ts'
import { listChanges, openChangeStream } from '../support/changeStream.ts'
import { client } from '../support/client.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount } from '../support/longForm.ts'

const account = { email: 'admin@example.com', password: 'a long secret' }

/** Serves a library that has room for so many more pages of 4 KiB, and logs an admin in. */
const serveSmallLibrary = async () => {
  const folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const created = await openLibrary(path)
  await createFirstAdmin(created, account)
  await created.close()
  const library = await openLibrary(path, { maxPages: Math.ceil(Bun.file(path).size / 4096) + amount(25, 100) })
  const server = await startServer({ library, host: '127.0.0.1', port: 0, quietMs: 0 })
  const logIn = async () => {
    const { body } = await client(`${server.origin}/api`).post('/login', account)
    return client(`${server.origin}/api`, body.token)
  }
  const admin = await logIn()
  /** Repeats a write until there is no room for another one, with or without the reserve. */
  const useUp = async (mayUseReserve: boolean, run: (tx: Transaction) => Promise<unknown>) => {
    for (const count of [100, 10, 1]) {
      const runAll = async (tx: Transaction) => {
        for (let n = 0; n < count; n++) await run(tx)
      }
      for (let error: string | undefined; error === undefined; ) {
        error = await library.write(runAll, undefined, undefined, { mayUseReserve }).then(() => undefined, String)
        if (error !== undefined) expect(error).toBe(String(new DiskFull()))
      }
    }
  }
  return {
    admin,
    url: `${server.origin}/api`,
    logIn,
    /** Creates labels until there is no room for another one, not even in the reserve. Returns their ids. */
    fill: async (name: string) => {
      await useUp(false, (tx) => createLabel(tx, name))
      expect((await admin.post('/labels', { name })).status).toBe(507)
      await useUp(true, (tx) => createLabel(tx, name))
      return (await listLabels(library.read)).map(({ id }) => id)
    },
    /** Adds entries until there is no room for another one. */
    fillAudit: () =>
      useUp(true, (tx) => auditAs(tx, commandLine).audit({ action: 'update', record: 'labels/1', changes: {} })),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await library.close()
      folder[Symbol.dispose]()
    },
  }
}

/** Collects what is logged, until it is disposed of. */
const collectLog = () => {
  const entries: LogEntry[] = []
  setLogWriter((entry) => entries.push(entry))
  return {
    entries,
    messages: () => entries.map(({ message }) => message),
    [Symbol.dispose]: () => setLogWriter(undefined),
  }
}

const lost = 'The library is full, so this is not in its audit trail: '

test('in a full library, a bulk deletion is rejected, and those who follow changes learn of a deletion without an entry', async () => {
  using log = collectLog()
  await using library = await serveSmallLibrary()
  const { admin, url } = library
  const session = await library.logIn()
  const user = { name: 'x'.repeat(255), email: 'ada@example.com', password: account.password }
  expect((await admin.post('/users', user)).body.id).toBe(2)
  await admin.post('/tracks', { title: 'x', file_path: 'x' })
  await admin.post('/tracks/1/like')
  const ids = await library.fill('x'.repeat(100))
  const some = ids.slice(0, 200)
  await library.fillAudit()
  const cursor = async (): Promise<string> => (await listChanges(admin, '?since=now')).body.next
  const since = await cursor()
  const readSince = async (since: string) => (await listChanges(admin, `?since=${since}`)).status
  const stream = await openChangeStream(url, admin, { lastEventId: since })

  const { digest } = (await sendToConsole(admin, 'POST', '/bulk/labels/delete', { ids: some, dry_run: true })).body
  const rejected = await sendToConsole(admin, 'POST', '/bulk/labels/delete', { ids: some, digest })
  expect([rejected.status, rejected.body.message]).toEqual([
    507,
    'The library cannot grow: there is no room left on its disk. Nothing was changed. Make room on this disk.',
  ])
  expect((await admin.get('/labels')).body).toHaveLength(ids.length)
  expect(await readSince(since)).toBe(200)
  expect((await session.post('/logout')).status).toBe(200)
  expect((await admin.delete('/users/2')).status).toBe(204)
  expect((await admin.delete('/tracks/1/like')).status).toBe(200)
  expect(log.messages()).toContain(`${lost}logout users/1 by account 1, token 2, 127.0.0.1`)
  expect(log.messages()).toContain(`${lost}delete users/2 "${'x'.repeat(100)}…" by account 1, token 1, 127.0.0.1`)
  expect(JSON.stringify(log.entries)).not.toContain('@example.com')

  // The cursors before a deletion without an entry are not valid any more, those after it are.
  const cursors = [since]
  for (const id of ids.slice(0, 2)) {
    expect((await admin.delete(`/labels/${id}`)).status).toBe(204)
    expect(log.messages()).toContain(`${lost}delete labels/${id} "${'x'.repeat(100)}" by account 1, token 1, 127.0.0.1`)
    for (const former of cursors) expect(await readSince(former)).toBe(410)
    cursors.push(await cursor())
  }
  await stream.ended
  const now = await cursor()
  expect((await listChanges(admin, `?since=${now}`)).body).toEqual({ changes: [], next: now, more: false })
  expect((await listChanges(admin)).body).toEqual({ changes: [], next: now, more: false })
  // There is room for entries again.
  const last = ids.pop()
  for (const id of ids.slice(2)) await admin.delete(`/labels/${id}`)
  const after = await cursor()
  await admin.delete(`/labels/${last}`)
  expect((await listChanges(admin, `?since=${after}`)).body.changes).toEqual([
    { resource: 'labels', id: last, type: 'deleted' },
  ])
  for (const former of cursors) expect(await readSince(former)).toBe(410)
  // From the oldest that is kept: nothing from before the gap.
  expect((await listChanges(admin, '?limit=1000')).body.changes).not.toContainEqual({
    resource: 'labels',
    id: ids[0],
    type: 'created',
  })
})
