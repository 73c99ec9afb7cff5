import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { errorCode } from '../../src/base/errors.ts'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { adminVariables, logInAsAdmin } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'
import { findFreePort } from '../support/freePort.ts'
import { amount } from '../support/longForm.ts'

test('during restarts every response is complete, and every write with a response is stored', async () => {
  using folder = emptyFolder()
  // Restarts need the same port, so it can't be 0.
  const args = ['--port', `${findFreePort()}`, '--database', join(folder.path, 'library.db')]
  const start = () => serveBinary(args, { cwd: folder.path, env: adminVariables })
  let server = await start()
  const adminClient = await logInAsAdmin(server)

  let stopped = false
  const createdIds: number[] = []
  let connectionErrors = 0
  const sendRequests = async (n: number) => {
    for (let step = 0; !stopped && step < 20_000; step++) {
      try {
        const label = await adminClient.post('/labels', { name: `${n} ${step}` })
        expect([label.status, label.body.name]).toEqual([201, `${n} ${step}`])
        createdIds.push(label.body.id)
        const list = await adminClient.get('/labels')
        expect([list.status, Array.isArray(list.body)]).toEqual([200, true])
      } catch (error) {
        // No server listens for a moment, or the server closes an idle connection as the client reuses it.
        if (!['ConnectionRefused', 'ECONNREFUSED', 'ECONNRESET'].includes(errorCode(error))) throw error
        connectionErrors++
        await Bun.sleep(1)
      }
    }
  }
  const clients = Promise.all([1, 2, 3, 4].map(sendRequests))
  try {
    for (let restart = 0; restart < amount(2, 3); restart++) {
      const before = createdIds.length
      while (createdIds.length < before + 50) await Bun.sleep(1)
      expect((await server.stop()).code).toBe(0)
      server = await start()
    }
    const before = createdIds.length
    while (createdIds.length < before + 50) await Bun.sleep(1)
  } finally {
    stopped = true
    await clients
    await server[Symbol.asyncDispose]()
  }
  await using last = await start()
  const ids = new Set(
    (await client(last.url, adminClient.token).get('/labels')).body.map(({ id }: { id: number }) => id),
  )
  expect(createdIds.filter((id) => !ids.has(id))).toEqual([])
  expect(connectionErrors).toBeGreaterThan(0)
})
