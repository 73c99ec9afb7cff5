import { expect, test } from 'bun:test'
import { serverStart } from '../../../src/audit/entry.ts'
import { type AuditedWrite, createAuditedWrite } from '../../../src/audit/write.ts'
import { runSeed } from '../../../src/console/api/seeding/run.ts'
import { ClientDisconnected } from '../../../src/errors.ts'
import { openLibrary } from '../../../src/library/open.ts'

test('the preview of a client that has gone ends while it looks for renames', async () => {
  const library = await openLibrary(':memory:')
  let writes = 0
  const write: AuditedWrite = (work) => {
    writes++
    return createAuditedWrite(library.write, serverStart)(work)
  }
  const request = {
    text: JSON.stringify({ labels: [{ name: 'Columbia' }] }),
    hash: 'x',
    accept_renames: true,
    signal: AbortSignal.abort(),
  }
  await expect(runSeed(write, request)).rejects.toBeInstanceOf(ClientDisconnected)
  expect(writes).toBe(1)
  await library.close()
})
