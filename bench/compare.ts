import { type ApiRequest, decodeText, fetchResponse } from './http.ts'
import { assertRowsAdded, type CountedTable } from './library.ts'
import { type Load, runLoad } from './load.ts'
import { connections, rounds, seconds } from './options.ts'
import type { Server } from './servers.ts'
import { formatCount, formatCpu, formatMs, formatRatio, judge, type Target } from './table.ts'

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The median of each member. */
export const medians = <Result extends { [Name in keyof Result]: number }>(results: Result[]): Result => {
  const names = Object.keys(results[0] ?? {}) as (keyof Result)[] // of the members of the type
  return Object.fromEntries(names.map((name) => [name, median(results.map((result) => result[name]))])) as Result // the same members
}

/**
 * Runs every side once per round, in turn, so that noise of the machine affects all sides alike.
 * @returns for each side its results, one per round.
 */
export const alternate = async <Result>(
  count: number,
  ...sides: ((round: number) => Promise<Result>)[]
): Promise<Result[][]> => {
  const results = sides.map((): Result[] => [])
  for (let round = 0; round < count; round++) {
    for (const [index, side] of sides.entries()) results[index]?.push(await side(round))
  }
  return results
}

/** The medians of two tasks that run in turn. */
export const alternatePair = async <Result extends { [Name in keyof Result]: number }>(
  count: number,
  first: () => Promise<Result>,
  second: () => Promise<Result>,
): Promise<[Result, Result]> => {
  const [firsts = [], seconds = []] = await alternate(count, first, second)
  return [medians(firsts), medians(seconds)]
}

/** A kind of load whose responses are the same from all servers. */
export interface Workload {
  name: string
  /** The targets for the ratio to the requests per second of another server, by its name. */
  targets?: Record<string, Target>
  requests: (round: number) => ApiRequest[]
  connections?: number
  /** Sent to both servers before and after the load; the responses must be the same. */
  samples?: ApiRequest[]
  /** Fields that may differ between correct servers: timestamps after a write, ids after records were created. */
  ignored?: 'timestamps' | 'timestamps and ids'
  /** The table to which each request adds a row. */
  adds?: CountedTable
}

export const loadColumns = [
  ...['req/s', 'p50', 'p99', 'CPU'],
  ...["the other's req/s", 'p50', 'p99', 'CPU'],
  ...['ratio', 'CPU ratio', 'target', 'met'],
]

/** Loads two servers in turn, round after round. @returns the cells of a row */
export const compareLoads = async (
  folder: string,
  workload: Workload,
  [first, second]: [Server, Server],
  target: Target | undefined,
): Promise<string[]> => {
  await assertSameResponses(first, second, workload)
  const loads = await alternate(
    rounds + 1,
    loadServers(folder, workload, [first]),
    loadServers(folder, workload, [second]),
  )
  await assertSameResponses(first, second, workload)
  const [load, other] = loads.map((rounds) => medians(rounds.slice(1))) as [Load, Load] // one of each server
  const ratio = load.rate / other.rate
  const ratios = [formatRatio(ratio), formatRatio(load.cpu / other.cpu)]
  return [...formatLoad(load), ...formatLoad(other), ...ratios, ...judge(ratio, target)]
}

/** Returns a function that runs the load of a round. Round 0 warms the servers up, and is not measured. */
export const loadServers =
  (folder: string, workload: Pick<Workload, 'requests' | 'connections' | 'adds'>, servers: Server[]) =>
  async (round: number): Promise<Load> => {
    const job = {
      requests: workload.requests(round),
      seconds: round === 0 ? 1 : seconds,
      connections: workload.connections ?? connections,
      folder,
    }
    const database = servers[0]?.database
    const { adds } = workload
    const run = () => runLoad(servers, job)
    const load = await (adds && database ? assertRowsAdded(database, adds, run) : run())
    if (round > 0 && load.requests === 0) throw new Error(`no request was completed in ${seconds} s`)
    return load
  }

export const formatLoad = ({ rate, p50, p99, cpu }: Load) => [
  formatCount(rate),
  formatMs(p50),
  formatMs(p99),
  formatCpu(cpu),
]

/** @throws when responses differ in status or body, or are neither 304 nor 2xx JSON. */
const assertSameResponses = async (first: Server, second: Server, { samples = [], ignored }: Workload) => {
  for (const request of samples) {
    const responses = [
      await describeResponse(first, request, ignored),
      await describeResponse(second, request, ignored),
    ]
    if (responses[0] !== responses[1]) throw new Error(`${request.method} ${request.path}: the responses differ`)
  }
}

const describeResponse = async ({ url }: Server, request: ApiRequest, ignored: Workload['ignored']) => {
  const { status, headers, body } = await fetchResponse(url, request)
  if (status === 304) return '304'
  if (status < 200 || status > 299) throw new Error(`${request.method} ${request.path} returned ${status}`)
  if (!headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${request.method} ${request.path}: the response is not JSON`)
  const text = decodeText(body)
  if (ignored === undefined) return `${status} ${text}`
  const withoutTimestamps = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '')
  if (ignored === 'timestamps') return `${status} ${withoutTimestamps}`
  return `${status} ${withoutTimestamps.replace(/^\{"id":\d+/, '').replaceAll(/"track_id":\d+/g, '')}`
}
