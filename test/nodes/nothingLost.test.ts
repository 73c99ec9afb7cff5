import { expect } from 'bun:test'
import { amount } from '../support/longForm.ts'
import { startPostgres } from '../support/postgres.ts'
import { postgresTest } from '../support/programs.ts'
import { startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'
import { writeWhileStopping } from './nothingLost.ts'

// The short form of the test. `bun run test --nodes` stops PostgreSQL and kills nodes far more often.

/** 8 for selects, 6 for read transactions, one for writes, and one for polls. */
const connectionsPerNode = 16

postgresTest(
  'three nodes lose and double no write while PostgreSQL is stopped at once, and come back by themselves',
  async () => {
    await using postgres = await startPostgres()
    await using cluster = await startCluster(postgres, startInProcess)
    const seed = Date.now() % 1_000_000
    const result = await writeWhileStopping({ cluster, postgres, stops: amount(1, 3), kills: 0, seed })
    expect({ seed, failures: result.failures }).toEqual({ seed, failures: [] })
    expect(result.acknowledged).toBeGreaterThan(10)
    // One library is that of the test itself.
    const connections = await postgres.query(
      "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'music-library'",
    )
    expect(Number(connections[0]?.count)).toBeLessThanOrEqual((cluster.nodes.length + 1) * connectionsPerNode)
    expect(result.maxRecoveryMs).toBeLessThan(10_000)
  },
)
