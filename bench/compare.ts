import { alternateLoads, type MeasuredLoad } from './alternate.ts'
import { assertSameResponses, type IgnoredFields } from './assertSameResponses.ts'
import { compareFigures, formatRate } from './builds.ts'
import type { ApiRequest } from './http.ts'
import { assertRowsAdded, type CountedTable } from './library.ts'
import type { Server } from './servers.ts'
import { formatCount, formatCpu, formatMs, judgeRatio, measureRow, type Row, type Target } from './table.ts'

/** A kind of load whose responses are the same from all servers. */
export interface Workload {
  name: string
  /** The target for the ratio to the baseline's requests per second. */
  baselineTarget?: Target
  /** The same of the baseline without audit trail and searches. */
  plainTarget?: Target
  /** The same of the tuned server. */
  tunedTarget?: Target
  requests: (round: number) => ApiRequest[]
  /** Sent to both servers before and after the load; the responses must be the same. */
  samples: ApiRequest[]
  ignored?: IgnoredFields
  /** The table to which each request adds a row. */
  adds?: CountedTable
}

export const baselineColumns = [
  'req/s',
  'p50',
  'p99',
  'CPU',
  "baseline's req/s",
  'p50',
  'p99',
  'CPU',
  'ratio',
  'target',
  'met',
]

export const compareWithBaseline = (
  folder: string,
  workload: Workload,
  service: Server,
  baseline: Server,
): Promise<Row> =>
  measureRow(workload.name, async () => {
    const [load, baselineLoad] = await loadBoth(folder, workload, service, baseline)
    const ratio = load.rate / baselineLoad.rate
    return [...formatLoad(load), ...formatLoad(baselineLoad), ...judgeRatio(ratio, workload.baselineTarget)]
  })

/** A row with the columns of builds.ts. */
export const compareBuildRates = (
  folder: string,
  workload: Workload,
  current: Server,
  other: Server,
  target: Target,
): Promise<Row> =>
  measureRow(workload.name, async () => {
    const [load, otherLoad] = await loadBoth(folder, workload, current, other)
    return compareLoads(load, otherLoad, target)
  })

/** Cells with the columns of builds.ts. */
export const compareLoads = (current: MeasuredLoad, other: MeasuredLoad, target: Target) =>
  compareFigures(
    { value: current.rate, cpu: current.cpu },
    { value: other.rate, cpu: other.cpu },
    {
      format: formatRate,
      target,
    },
  )

export const formatLoad = ({ rate, p50, p99, cpu }: MeasuredLoad) => [
  formatCount(rate),
  formatMs(p50),
  formatMs(p99),
  formatCpu(cpu),
]

const loadBoth = async (folder: string, workload: Workload, first: Server, second: Server) => {
  const { adds, requests, samples, ignored } = workload
  const createSide = (server: Server) => {
    const { database } = server
    if (!adds || !database) return { server, requests }
    return { server, requests, check: (run: () => Promise<MeasuredLoad>) => assertRowsAdded(database, adds, run) }
  }
  await assertSameResponses(first, second, samples, ignored)
  const loads = await alternateLoads(folder, createSide(first), createSide(second))
  await assertSameResponses(first, second, samples, ignored)
  return loads
}
