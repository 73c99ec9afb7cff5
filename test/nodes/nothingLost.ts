import { createRandom } from '../../src/base/random.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import type { Postgres } from '../support/postgres.ts'
import { openSql } from '../support/sql.ts'
import { type Cluster, waitUntil } from './cluster.ts'
import type { Node } from './node.ts'

// Clients write through three nodes, while PostgreSQL is stopped at once or nodes are killed. Then what is stored is compared with the
// responses.

interface LossRun {
  cluster: Cluster
  postgres: Postgres
  /** How often PostgreSQL is stopped, and how often a node is killed. */
  stops: number
  kills: number
  seed: number
}

const writersPerNode = 4
/** The random time between two disturbances, in milliseconds. */
const minWriteMs = 50
const maxWriteMs = 400
/** The longest time from the start of PostgreSQL until all nodes have acknowledged a write. */
const maxRecoveryMs = maxMs(10_000)
/** What nodes respond without PostgreSQL is checked at every tenth stop: it takes seconds. */
const stopsPerCheck = 10
const unknownMessage = /may have been made or not/

/** Titles of tracks by the outcome of their writes. */
interface Outcomes {
  acknowledged: string[]
  rejected: string[]
  unknown: string[]
}

/** @returns the number of writes that were acknowledged, and as failures what was lost or doubled. @throws Error when a recovery takes too long */
export const writeWhileStopping = async (run: LossRun) => {
  const { cluster, postgres } = run
  const random = createRandom(run.seed)
  const outcomes: Outcomes = { acknowledged: [], rejected: [], unknown: [] }
  const failures: string[] = []
  let [stops, kills] = [0, 0]
  let isDone = false
  /** The number of acknowledged writes of each node. */
  const counts = new Map<Node, number>()

  await createRelations(cluster)
  const write = async (node: Node, writer: string) => {
    for (let n = 0; !isDone; n++) {
      const title = `${writer}-${n}`
      const outcome = await createTrack(node, cluster.adminToken, title)
      if (typeof outcome === 'string') outcomes[outcome].push(title)
      else failures.push(`the track ${title} got the status ${outcome.status}: ${outcome.text}`)
      if (outcome === 'acknowledged') counts.set(node, (counts.get(node) ?? 0) + 1)
      else await Bun.sleep(20)
    }
  }

  const awaitRecovery = async () => {
    const before = new Map(counts)
    const hasWritten = (node: Node) => (counts.get(node) ?? 0) > (before.get(node) ?? 0)
    await waitUntil(() => cluster.nodes.every(hasWritten), maxRecoveryMs)
  }

  const writers = cluster.nodes.flatMap((node, index) =>
    Array.from({ length: writersPerNode }, (_, n) => write(node, `${run.seed}-${index}-${n}`)),
  )
  try {
    await awaitRecovery()
    while (stops < run.stops || kills < run.kills) {
      await Bun.sleep(minWriteMs + random() * (maxWriteMs - minWriteMs))
      if (random() < run.stops / (run.stops + run.kills) ? stops < run.stops : kills >= run.kills) {
        await postgres.stop('immediate')
        if ((stops + 1) % stopsPerCheck === 0) await expectUnavailable(cluster, failures)
        await postgres.start()
        stops++
      } else {
        const node = cluster.nodes[Math.floor(random() * cluster.nodes.length)] as Node // within the list
        await node.kill()
        await node.start()
        kills++
      }
      await awaitRecovery()
    }
  } finally {
    isDone = true
    await Promise.all(writers)
  }
  failures.push(...(await findFailures(cluster, outcomes)))
  return { acknowledged: outcomes.acknowledged.length, failures }
}

const createRelations = async ({ nodes, adminToken }: Cluster) => {
  const admin = client(nodes[0]?.url ?? '', adminToken)
  for (const name of ['a', 'b']) await admin.post('/artists', { name })
  await admin.post('/genres', { name: 'g' })
}

/** @returns the outcome, or a response that no client may get */
const createTrack = async (node: Node, token: string, title: string) => {
  const track = { title, file_path: title, artist_ids: [1, 2], genre_ids: [1] }
  try {
    const { status, text, headers } = await client(node.url, token).post('/tracks', track)
    if (status === 201) return 'acknowledged'
    if (status !== 503 || !headers.has('retry-after')) return { status, text }
    return unknownMessage.test(text) ? 'unknown' : 'rejected'
  } catch (error) {
    // The node was killed.
    if (error instanceof Error && 'code' in error) return 'unknown'
    throw error
  }
}

/** Checks what nodes respond while PostgreSQL is stopped. */
const expectUnavailable = async ({ nodes, adminToken }: Cluster, failures: string[]) => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const expectStatus = async (url: string, expected: number) => {
    const response = await fetch(url, { headers })
    if (response.status !== expected || response.headers.has('retry-after') !== (expected === 503))
      failures.push(`without PostgreSQL, ${url} responds ${response.status}`)
  }
  const requests = nodes.flatMap(({ url, origin }) => [
    expectStatus(`${url}/labels`, 503),
    expectStatus(`${origin}/readyz`, 503),
    expectStatus(`${origin}/healthz`, 200),
  ])
  await Promise.all(requests)
}

const selectTracks = `SELECT title, (SELECT count(*) FROM artist_track WHERE track_id = tracks.id) AS artists,
  (SELECT count(*) FROM genre_track WHERE track_id = tracks.id) AS genres FROM tracks`

const findFailures = async ({ databaseUrl }: Cluster, outcomes: Outcomes): Promise<string[]> => {
  await using sql = openSql(databaseUrl)
  const counts = new Map<string, number>()
  const failures: string[] = []
  for (const { title, artists, genres } of await sql.query(selectTracks)) {
    counts.set(title, (counts.get(title) ?? 0) + 1)
    if (artists !== 2 || genres !== 1) failures.push(`the track ${title} is stored in part`)
  }
  const expectCount = (titles: string[], kind: string, isExpected: (count: number) => boolean) => {
    for (const title of titles) {
      const count = counts.get(title) ?? 0
      if (!isExpected(count)) failures.push(`the ${kind} track ${title} is there ${count} times`)
    }
  }
  expectCount(outcomes.acknowledged, 'acknowledged', (count) => count === 1)
  expectCount(outcomes.rejected, 'rejected', (count) => count === 0)
  expectCount(outcomes.unknown, 'unknown', (count) => count <= 1)
  return failures
}
