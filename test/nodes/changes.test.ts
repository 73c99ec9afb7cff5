import { expect } from 'bun:test'
import { listChanges, openChangeStream, readAllChanges } from '../support/changeStream.ts'
import { client } from '../support/client.ts'
import { concurrently } from '../support/concurrency.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { postgresTest } from '../support/programs.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { anyNode } from './anyNode.ts'
import { startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'

const test = fixtureTest(async () => startCluster(await sharedPostgres(), startInProcess), postgresTest)

test('streams of all nodes have the same changes in the same order, and end when another node revokes the token', async (cluster) => {
  const { nodes, adminToken } = cluster
  const admin = anyNode(cluster, adminToken)
  await createFixtures(admin)
  const token = await cluster.createAccount('ada@example.com')
  const user = anyNode(cluster, token)
  const since = (await listChanges(user, '?since=now')).body.next
  const streams = await Promise.all(nodes.map(({ url }) => openChangeStream(url, { token })))
  await concurrently(60, async (n) => {
    if (n % 3 === 0) await user.post('/tracks/1/like').then(() => user.delete('/tracks/1/like'))
    else if (n % 3 === 1) await admin.post('/labels', { name: `${n}` })
    else await admin.put('/genres/1', { name: `${n}` })
  })
  const changes = await readAllChanges(user, 1_000, since)
  expect(changes.length).toBeGreaterThanOrEqual(40)
  for (const stream of streams) {
    await stream.until(changes.length)
    expect(stream.changes).toEqual(changes)
  }
  // A node takes the stream of another one over.
  const [first, second] = nodes
  streams[0]?.close()
  await admin.post('/labels', { name: 'last' })
  const resumed = await openChangeStream(second?.url ?? '', { token }, { lastEventId: streams[0]?.lastId ?? '' })
  await resumed.until(1)
  expect(resumed.changes).toMatchObject([{ resource: 'labels', type: 'created' }])
  await client(first?.url ?? '', token).post('/logout')
  await Promise.all([resumed, ...streams].map(({ ended }) => ended))
})
