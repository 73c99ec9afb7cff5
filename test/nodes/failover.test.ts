import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { inLongForm } from '../support/longForm.ts'
import { startPostgres } from '../support/postgres.ts'
import { openSql } from '../support/sql.ts'
import { startCluster, waitUntil } from './cluster.ts'
import { startInProcess } from './node.ts'

// The primary server is lost, and its synchronous standby takes its place.

const writersPerNode = 2
const minAcknowledged = 30

const longTest = inLongForm(test)

longTest(
  'a standby that is promoted has every acknowledged write, and one that is not promoted is not used',
  async () => {
    await using primary = await startPostgres()
    await using cluster = await startCluster(primary, startInProcess)
    await using standby = await primary.createStandby()
    const { nodes, adminToken } = cluster
    const acknowledged: string[] = []
    const rejected: string[] = []
    let isDone = false
    const write = async (index: number, prefix: string) => {
      for (let n = 0; !isDone; n++) {
        const name = `${prefix}-${n}`
        const { status, text } = await client(nodes[index]?.url ?? '', adminToken).post('/labels', { name })
        if (status === 201) acknowledged.push(name)
        else if (!text.includes('made or not')) rejected.push(name)
        expect([201, 503]).toContain(status)
      }
    }
    const writers = nodes.flatMap((_, index) =>
      Array.from({ length: writersPerNode }, (_, n) => write(index, `${index}-${n}`)),
    )
    await waitUntil(() => acknowledged.length > minAcknowledged)
    await primary.stop('immediate')
    for (const { forwarder } of nodes) forwarder.retarget(standby.port)
    // Each node has connected to the standby by then, and was rejected.
    for (const { url, origin } of [...nodes, ...nodes]) {
      for (const address of [`${url}/labels`, `${origin}/readyz`]) {
        const response = await fetch(address, { headers: { authorization: `Bearer ${adminToken}` } })
        expect([address, response.status]).toEqual([address, 503])
      }
    }
    const countBefore = acknowledged.length
    await standby.promote()
    await waitUntil(() => acknowledged.length > countBefore + minAcknowledged)
    isDone = true
    await Promise.all(writers)

    const url = new URL(cluster.databaseUrl)
    url.port = `${standby.port}`
    await using sql = openSql(url.href)
    const stored = (await sql.query('SELECT name FROM labels')).map(({ name }) => name)
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
    expect(rejected.filter((name) => stored.includes(name))).toEqual([])
  },
)
