import { createRandom, type Random } from '../../src/base/random.ts'
import {
  createRecords,
  describeStale,
  pick,
  randomIndex,
  randomPath,
  sendRandomWrite,
} from '../cache/randomRequests.ts'
import { client } from '../support/client.ts'
import { password } from '../support/library.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'
import { openUncachedReader } from '../support/uncached.ts'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

// Random reads and writes through random nodes, and comparisons of each response with what is stored.

export interface CacheResult {
  /** The number of responses that were compared with what was stored before and after them. */
  comparisons: number
  /** Cuts and stalls of links, and kills of nodes. */
  disturbances: number
  /** Sentences; empty if no response was stale. */
  stale: string[]
}

interface CacheRun {
  cluster: Cluster
  /** How many responses are to be compared. */
  comparisons: number
  seed: number
  /** Whether nodes are killed and started again, too. */
  kills: boolean
  /** The longest time for which a link is cut or stalled, and the longest until the next time, in milliseconds. */
  maxDisturbanceMs: number
  maxPauseMs: number
}

const workers = 16

export const compareRandomly = async (run: CacheRun): Promise<CacheResult> => {
  const { cluster, seed } = run
  const result: CacheResult = { comparisons: 0, disturbances: 0, stale: [] }
  await createRecords(client(cluster.nodes[0]?.url ?? '', cluster.adminToken), createRandom(seed))
  const userToken = await cluster.createAccount('user@example.com')
  const accounts = await Promise.all(
    Array.from({ length: 3 }, async (_, n) => {
      const email = `account${n}@example.com`
      return { email, token: await cluster.createAccount(email) }
    }),
  )
  await using reader = await openUncachedReader(cluster.databaseUrl)
  await using sql = openSql(cluster.databaseUrl)
  const isDone = () => result.comparisons >= run.comparisons || result.stale.length > 0

  /** Sends a GET to all nodes at once. The library is read before and after it: other clients write at the same time. */
  const compare = async (token: string, path: string) => {
    const since = await readNewest(sql)
    const before = await reader.get(path, token)
    const responses = await Promise.all(cluster.nodes.map((node) => get(node, path, token)))
    const after = await reader.get(path, token)
    for (const response of responses) {
      // A node may be away, or have no link to the database.
      if (!response || [before, response, after].some(({ status }) => status === 503)) continue
      if (before.text !== after.text) continue
      if (response.status === after.status && response.text === after.text) result.comparisons++
      else if (!(await hasChangedTwice(sql, since))) result.stale.push(describeStale(path, response, after))
    }
  }

  /** Revokes a token, renames an account, changes its role or logs it in, and reads it through all nodes. */
  const changeAccount = async (random: Random) => {
    const account = pick(random, accounts)
    const caller = client(pick(random, cluster.nodes).url, account.token)
    const kind = random()
    if (kind < 0.3) await caller.post('/logout')
    else if (kind < 0.6) {
      const { status, body } = await caller.post('/login', { email: account.email, password })
      if (status === 200) account.token = body.token
    } else await caller.put('/me', { name: `n${randomIndex(random, 1e6)}` })
    for (const path of ['/me', '/labels']) await compare(account.token, path)
  }

  const work = async (random: Random) => {
    while (!isDone()) {
      const clientOf = (token: string) => client(pick(random, cluster.nodes).url, token)
      try {
        if (random() < 0.5) {
          const clients = { admin: clientOf(cluster.adminToken), user: clientOf(userToken) }
          await compare(userToken, await sendRandomWrite(random, clients))
        }
        if (random() < 0.03) await changeAccount(random)
        await compare(pick(random, [userToken, cluster.adminToken]), randomPath(random))
      } catch (error) {
        if (!isFailedRequest(error)) throw error
        await Bun.sleep(5)
      }
    }
  }

  const disturb = async (node: Node, random: Random) => {
    while (!isDone()) {
      await Bun.sleep(random() * run.maxPauseMs)
      // Mostly short ones: with long ones few responses are compared.
      const durationMs = random() ** 3 * run.maxDisturbanceMs
      const kind = random()
      if (kind < 0.1 && run.kills) {
        await node.kill()
        await Bun.sleep(durationMs)
        await node.start()
      } else {
        if (kind < 0.6) await node.forwarder.cut()
        else node.forwarder.stall(kind < 0.8 ? 'everything' : 'responses')
        await Bun.sleep(durationMs)
        await node.forwarder.resume()
      }
      result.disturbances++
    }
  }

  await Promise.all([
    ...Array.from({ length: workers }, (_, n) => work(createRandom(seed + n + 1))),
    ...cluster.nodes.map((node, n) => disturb(node, createRandom(seed + 100 + n))),
  ])
  return result
}

/** @returns undefined if the node is away */
const get = async ({ url }: Node, path: string, token: string) => {
  try {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (!isFailedRequest(error)) throw error
  }
}

/** Whether an error is of a request to a node that is away. */
const isFailedRequest = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(ConnectionRefused|ECONN\w+|ConnectionClosed)$/.test(String(error.code))

const readNewest = async (sql: SqlConnection): Promise<number> =>
  (await sql.query('SELECT max(id) AS id FROM changed'))[0].id

/**
 * Whether anything was changed twice since a change: it may be what it was before, such as a track that was liked and unliked, and a
 * response from between may differ from the states before and after it.
 */
const hasChangedTwice = async (sql: SqlConnection, since: number): Promise<boolean> => {
  const statement = 'SELECT 1 FROM changed WHERE id > ? GROUP BY kind, record HAVING count(*) > 1 LIMIT 1'
  return (await sql.query(statement, since)).length > 0
}
