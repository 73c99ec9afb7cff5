import { expect, test } from 'bun:test'
import { maxMs } from '../support/bounds.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { openSql } from '../support/sql.ts'
import { createNamedToken } from '../support/tokens.ts'
import { noTokenUses, readRecords, writes } from './late.ts'

// A token may end by itself after the guard has let its request pass. The write must not happen then.

const adminId = 1

/** Waits for a condition, for ten seconds at most. */
const waitUntil = async (description: string, condition: () => boolean) => {
  const deadline = performance.now() + maxMs(10_000)
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`It was not true that ${description}.`)
    await Bun.sleep(5)
  }
}

/**
 * Sends all writes with a token that lives for a time, while another program locks the database until the token has ended.
 * @returns false if the token had ended before all writes waited, as on a busy machine: that tells nothing
 */
const endWhileWritesWait = async (lifeMs: number) => {
  await using library = await startTestLibrary(noTokenUses)
  await createFixtures(library.admin)
  const before = await readRecords(library)
  await using other = openSql(library.databaseUrl)
  const named = await createNamedToken(library, adminId, { expiresInMs: lifeMs })
  // The token has ended by then, or a moment before.
  const end = Date.now() + lifeMs
  const unlock = await other.lockWrites()
  const responses = writes.map(([, method, path, , body], n) =>
    named.send(method, path.replace(':id', '1'), {
      ...(body ? { body: JSON.stringify(body(n)) } : {}),
      headers: { 'content-type': 'application/json' },
    }),
  )
  const allWait = () => library.library.stats().queuedWrites === writes.length
  await waitUntil('all writes wait, or the token has ended', () => allWait() || Date.now() > end)
  const waited = Date.now() < end
  await waitUntil('the token has ended', () => Date.now() > end)
  await unlock()
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  if (!waited) return false
  expect(statuses).toEqual(writes.map(() => 401))
  expect(await readRecords(library)).toEqual(before)
  return true
}

test('writes nothing for a token that has ended while the write waited for another one', async () => {
  // A write waits five seconds at most.
  for (const lifeMs of [2_000, 3_000, 4_000]) if (await endWhileWritesWait(lifeMs)) return
  throw new Error('The writes did not wait before the token had ended.')
})
