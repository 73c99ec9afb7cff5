import { expect } from 'bun:test'
import { amount } from '../support/longForm.ts'
import { postgresTest } from '../support/programs.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'
import { compareRandomly } from './randomCache.ts'

// The short form of the test. `bun run test --nodes` compares far more responses, of nodes that are killed.

const comparisons = amount(120, 600)

postgresTest('no response of three nodes is stale, while their links to PostgreSQL are cut and stalled', async () => {
  await using cluster = await startCluster(await sharedPostgres(), startInProcess)
  const seed = Date.now() % 1_000_000
  const run = { cluster, comparisons, seed, kills: false, maxDisturbanceMs: 500, maxPauseMs: 800 }
  const { stale, disturbances } = await compareRandomly(run)
  expect({ seed, stale }).toEqual({ seed, stale: [] })
  expect(disturbances).toBeGreaterThan(2)
})
