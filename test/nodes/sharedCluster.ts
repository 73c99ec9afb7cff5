import { afterAll } from 'bun:test'
import { fixtureTest } from '../support/fixtureTest.ts'
import { postgresTest } from '../support/programs.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'

/**
 * Makes a function like Bun's `test`, whose tests share one cluster. Each of them creates its own records and accounts, and expects nothing
 * of others. Name the function `test`: then the formatter knows it.
 */
export const sharedClusterTest = () => {
  let starting: Promise<Cluster> | undefined
  const start = async () => startCluster(await sharedPostgres(), startInProcess)
  afterAll(async () => (await starting)?.[Symbol.asyncDispose]())
  return fixtureTest(async () => {
    starting ??= start()
    // The cluster stays for the next test.
    return { ...(await starting), [Symbol.asyncDispose]: async () => {} }
  }, postgresTest)
}
