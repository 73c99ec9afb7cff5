import { Database } from 'bun:sqlite'
import { cpus } from 'node:os'
import { alternate, loadServers, medians } from '../compare.ts'
import { getRequest, jsonRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import { rounds } from '../options.ts'
import type { Part } from '../part.ts'
import { probe, probeSeconds } from '../scripts.ts'
import { startService } from '../servers.ts'
import { atMost, formatCount, formatMs, formatRatio, judge, measureRow, type Row } from '../table.ts'

const size = 100_000

const about = `With ${formatCount(size)} tracks, two clients change a track and get a long list that contains it, again and
again: the list of tracks, or all of them as likes. Meanwhile another program requests one label every 5 ms
for ${probeSeconds} s, on one of many connections, so that no request waits for the response to another. The ratio is between
the p99 of those responses and the p99 of an otherwise idle server. Three programs share ${cpus().length} cores.`

export const stall: Part = {
  async measure({ folder, service, library }) {
    const source = await library(size)
    const database = copyLibrary(source)
    likeAllTracks(database)
    await using server = await startService(service, database)
    const put = (round: number) =>
      jsonRequest(source.admin, 'PUT', `/tracks/${size / 2}`, { title: `Changed ${round}` })
    const rows: Row[] = []
    for (const path of ['/tracks', '/me/likes']) {
      const requests = Array.from({ length: 1_000 }, (_, round) => [put(round), getRequest(source.admin, path)]).flat()
      const row = measureRow(`PUT of a track and GET ${path}`, async () => {
        const load = loadServers(folder, { requests: () => requests, connections: 2 }, [server])
        const [runs = []] = await alternate(rounds, async () => {
          const idle = await probe(server, source.admin)
          const [busy] = await Promise.all([probe(server, source.admin), load(1)])
          return { idleP99: idle.p99, busyP99: busy.p99, busyMax: busy.max }
        })
        const { idleP99, busyP99, busyMax } = medians(runs)
        const ratio = busyP99 / idleP99
        // On a machine that is faster than that, 5 ms.
        const target = atMost(Math.max(5, 5 / idleP99), '5 ×, or 5 ms')
        return [...[idleP99, busyP99, busyMax].map(formatMs), formatRatio(ratio), ...judge(ratio, target)]
      })
      rows.push(await row)
    }
    return [
      {
        title: 'No stall',
        about,
        columns: ['p99 idle', 'p99 meanwhile', 'the longest', 'ratio', 'target', 'met'],
        rows,
      },
    ]
  },
}

/** The admin likes them, in another order than that of the ids. */
const likeAllTracks = (file: string) => {
  using db = new Database(file, { readwrite: true })
  db.run(`INSERT INTO likes (user_id, track_id, created_at)
    SELECT (SELECT min(id) FROM users), id, created_at FROM tracks ORDER BY id * 7919 % 100003`)
}
