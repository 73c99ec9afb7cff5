import { expect } from 'bun:test'
import { amount } from '../support/longForm.ts'
import { startPostgres } from '../support/postgres.ts'
import { postgresTest } from '../support/programs.ts'
import { startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'
import { writeWhileStopping } from './nothingLost.ts'

// The short form of the test. `bun run test --nodes` stops PostgreSQL and kills nodes far more often.

postgresTest(
  'three nodes lose and double no write while PostgreSQL is stopped at once, and come back by themselves',
  async () => {
    await using postgres = await startPostgres()
    await using cluster = await startCluster(postgres, startInProcess)
    const seed = Date.now() % 1_000_000
    const run = { cluster, postgres, stops: amount(1, 3), kills: 0, seed }
    const { acknowledged, failures } = await writeWhileStopping(run)
    expect({ seed, failures }).toEqual({ seed, failures: [] })
    expect(acknowledged).toBeGreaterThan(10)
  },
)
