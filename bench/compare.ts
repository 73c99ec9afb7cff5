import type { Call } from './http.ts'
import { addsRows } from './library.ts'
import { race } from './race.ts'
import { answerTheSame, type Differing } from './same.ts'
import type { Server } from './servers.ts'
import { judged, milliseconds, type Row, row, whole } from './table.ts'

export interface Work {
  name: string
  /** How many times as fast as the other it should be. */
  target: number
  /** What is sent in a round. */
  calls: (round: number) => Call[]
  /** Sent to both before and after the load; the answers must be the same. */
  samples: Call[]
  differing?: Differing
  /** Where each request adds a row. */
  adds?: 'labels' | 'tracks' | 'likes'
}

export const comparison = ['req/s', 'p50', 'p99', "baseline's req/s", 'p50', 'p99', 'ratio', 'target', 'met']

/** One kind of work by two servers in turn. */
export const compare = (folder: string, work: Work, ours: Server, theirs: Server): Promise<Row> =>
  row(work.name, async () => {
    const { adds, calls, samples, differing } = work
    await answerTheSame(ours, theirs, samples, differing)
    const [mine, other] = await race(
      folder,
      [ours, theirs].map((server) => ({
        server,
        calls,
        watched: (load) => (adds && server.database ? addsRows(server.database, adds, load) : load()),
      })),
    )
    await answerTheSame(ours, theirs, samples, differing)
    if (!mine || !other) throw new Error('a side is missing')
    return [...figures(mine), ...figures(other), ...judged(mine.rate / other.rate, 'at least', work.target)]
  })

export const figures = ({ rate, p50, p99 }: { rate: number; p50: number; p99: number }) => [
  whole(rate),
  milliseconds(p50),
  milliseconds(p99),
]
