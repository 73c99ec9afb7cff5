import { expect } from 'bun:test'
import { openLibrary } from '../../src/library/open.ts'
import { client } from '../support/client.ts'
import { postgresTest as test } from '../support/programs.ts'
import { openSql } from '../support/sql.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'

// A newer node upgrades the schema while older nodes serve the library.

test('a node of an older version only reads after an upgrade, and writes again when the schema is its own', async () => {
  await using cluster = await startCluster(await sharedPostgres(), startInProcess)
  await using sql = openSql(cluster.databaseUrl)
  const expectStatuses = async (write: number, ready: number) => {
    for (const { url, origin } of cluster.nodes) {
      const admin = client(url, cluster.adminToken)
      const { status, text, headers } = await admin.post('/labels', { name: 'a' })
      expect(status).toBe(write)
      if (write === 503) {
        expect(text).toContain('A newer version of the program has upgraded the library.')
        expect(headers.has('retry-after')).toBe(true)
      }
      expect((await admin.get('/labels')).status).toBe(200)
      expect((await fetch(`${origin}/readyz`)).status).toBe(ready)
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    }
  }
  await expectStatuses(201, 200)
  await sql.query('UPDATE library_state SET schema = schema + 1')
  await expectStatuses(503, 503)
  await expect(openLibrary(cluster.databaseUrl)).rejects.toThrow('of a newer program')
  await sql.query('UPDATE library_state SET schema = schema - 1')
  await expectStatuses(201, 200)
  expect(await sql.query('SELECT count(*) AS count FROM labels')).toEqual([{ count: 6 }])
  // A newer version may have removed a table.
  await sql.query('ALTER TABLE audit_gap RENAME TO removed')
  for (const { url } of cluster.nodes) {
    const { status, text } = await client(url, cluster.adminToken).get('/../changes')
    expect([status, text]).toEqual([503, expect.stringContaining('A newer version of the program has upgraded')])
  }
})
