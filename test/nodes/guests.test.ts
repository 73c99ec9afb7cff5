import { expect } from 'bun:test'
import { SQL } from 'bun'
import { startServer } from '../../src/app/server.ts'
import { openLibrary } from '../../src/library/open.ts'
import { client } from '../support/client.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { postgresTest } from '../support/programs.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { StartServer } from './node.ts'

/** Guests are off on each third node, as while the setting is changed on one after another. */
const startWithGuests = (): StartServer => {
  let count = 0
  return async (databaseUrl) => {
    const guest = ++count % 3 === 0 ? 'off' : 'read'
    const library = await openLibrary(databaseUrl)
    const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, library, guest })
    const kill = async () => {
      await server.stop()
      await library.close()
    }
    return { origin: server.origin, kill }
  }
}

const test = fixtureTest(async () => startCluster(await sharedPostgres(), startWithGuests()), postgresTest)

const createToken = async (url: string) =>
  (await client(url).post('/../console/api/guest')).body.token as string | undefined

/** The nodes that have created a token, and for each what all nodes respond to a GET with it. */
const readStatuses = async ({ nodes }: Cluster) => {
  const tokens = (await Promise.all(nodes.map(({ url }) => createToken(url)))).filter((token) => token !== undefined)
  const statusOf = async (url: string, token: string) => (await client(url, token).get('/labels')).status
  const statuses = tokens.map((token) => Promise.all(nodes.map(({ url }) => statusOf(url, token))))
  return { tokens, statuses: (await Promise.all(statuses)).map((list) => list.sort()) }
}

const expected = [
  [200, 200, 401],
  [200, 200, 401],
]

test('each node accepts the guests of the others, also of one that has started since, but for one without guests', async (cluster) => {
  const { library, nodes, createAccount } = cluster
  // As after a restore.
  await using sql = new SQL(cluster.databaseUrl)
  await sql`DELETE FROM nodes`
  const first = await readStatuses(cluster)
  expect(first.statuses).toEqual(expected)
  // Another node has made the latest commit.
  await createAccount('ada@example.com')
  await library.write(async () => {})
  expect((await readStatuses(cluster)).statuses).toEqual(expected)
  const late = await startWithGuests()(cluster.databaseUrl)
  for (const token of first.tokens) expect((await client(`${late.origin}/api`, token).get('/labels')).status).toBe(200)
  const token = await createToken(`${late.origin}/api`)
  await late.kill()
  const statuses = await Promise.all(nodes.map(async ({ url }) => (await client(url, token).get('/me')).status))
  expect(statuses.sort()).toEqual([401, 403, 403])
  // A forged token is rejected by each, however often.
  for (const { url } of nodes) {
    const [valid = ''] = first.tokens
    const otherEnd = valid.replace(/\d(?=\.)/, (digit) => String((Number(digit) + 1) % 10))
    for (const bad of [`${valid.slice(0, -1)}!`, otherEnd])
      expect((await client(url, bad).get('/labels')).status).toBe(401)
  }
})
