import { startCpuCount } from '../cpu.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { unmodifiedList } from '../listVariants.ts'
import { runLoad } from '../load.ts'
import { median } from '../measure.ts'
import { type Bench, defaultSize, type Part } from '../part.ts'
import { type Engine, startEngine } from '../postgres.ts'
import { getLabels, getTracks, postLikes, putLabels } from '../requests.ts'
import { type Server, startService } from '../servers.ts'
import { connections, rounds, seconds } from '../settings.ts'
import {
  atMost,
  formatCount,
  formatCpu,
  formatMs,
  formatRatio,
  judge,
  measureRow,
  type Row,
  type Target,
} from '../table.ts'

const columns = [
  'req/s',
  'p50',
  'p99',
  'CPU of the nodes',
  'of PostgreSQL',
  'transactions',
  'CPU, file = 1',
  'target',
  'met',
]

const about = `The same executable with its library in a file, and in a database of PostgreSQL 15 on the same machine. With three nodes each gets a third
of the ${connections} connections. CPU is the time per request, of all nodes, and of all processes of PostgreSQL. Transactions are those of PostgreSQL per
request: a poll, which asks what other nodes have changed, is one, and requests that come at the same time share it.`

interface Workload {
  name: string
  requests: (server: Server, round: number) => ApiRequest[] | Promise<ApiRequest[]>
  connections?: number
  flags?: string[]
  nodes: number[]
  target?: Target
}

const createWorkloads = (source: Library): Workload[] => {
  const [labels, tracks, changes] = [getLabels(source), getTracks(source), putLabels(source)]
  const tracksPath = '/tracks'
  return [
    { name: 'GET one label, any', requests: () => labels, nodes: [1, 3], target: atMost(1.4) },
    { name: 'GET one track, nested, any', requests: () => tracks, nodes: [1] },
    {
      name: unmodifiedList.name,
      requests: async (server) => [
        getRequest(source.admin, tracksPath, await unmodifiedList.headers(server, source.admin)),
      ],
      nodes: [1],
    },
    {
      name: 'GET /tracks with Accept-Encoding: zstd',
      requests: () => [getRequest(source.admin, tracksPath, { 'accept-encoding': 'zstd' })],
      nodes: [1],
    },
    { name: 'GET one label, any, by one client', requests: () => labels, connections: 1, nodes: [1] },
    { name: 'GET one label, any, without a cache', requests: () => labels, flags: ['--cache', '0'], nodes: [1, 3] },
    {
      name: 'GET one track, nested, any, without a cache',
      requests: () => tracks,
      flags: ['--cache', '0'],
      nodes: [1],
    },
    { name: 'POST a like', requests: (_, round) => postLikes(source, round), nodes: [1, 3] },
    { name: 'PUT a label', requests: () => changes, nodes: [1, 3] },
    { name: 'PUT a label by one client', requests: () => changes, connections: 1, nodes: [1] },
  ]
}

export const postgres: Part = {
  async measure(bench) {
    const source = await bench.library(defaultSize)
    await using engine = await startEngine(bench.programs.service)
    const rows: Row[] = []
    for (const workload of createWorkloads(source)) {
      const file = await measureSide(bench, workload, [copyLibrary(source)])
      rows.push(await measureRow(`${workload.name}: file`, async () => formatSide(file)))
      for (const count of workload.nodes)
        rows.push(
          await measureRow(`${workload.name}: PostgreSQL, ${count === 1 ? '1 node' : `${count} nodes`}`, async () => {
            const url = await engine.copyLibrary(source)
            const side = await measureSide(
              bench,
              workload,
              Array.from({ length: count }, () => url),
              engine,
            )
            const ratio = (side.cpu ?? 0) / (file.cpu ?? 0)
            return [...formatSide(side).slice(0, 6), formatRatio(ratio), ...judge(ratio, workload.target)]
          }),
        )
    }
    return [{ title: 'PostgreSQL', about, columns, rows }]
  },
}

interface Measured {
  rate: number
  p50: number
  p99: number
  /** Microseconds per request. */
  cpu: number | undefined
  engineCpu: number | undefined
  /** Per request. */
  transactions: number | undefined
}

/** Loads servers that have the same library, all at once. */
const measureSide = async (
  bench: Bench,
  workload: Workload,
  databases: string[],
  engine?: Engine,
): Promise<Measured> => {
  await using stack = new AsyncDisposableStack()
  const servers: Server[] = []
  for (const database of databases)
    servers.push(stack.use(await startService(bench.programs.service, database, { flags: workload.flags ?? [] })))
  const results: Measured[] = []
  for (let round = 0; round <= rounds; round++) {
    const jobs = await Promise.all(
      servers.map((server, index) => createJob(bench, workload, server, round, index, servers.length)),
    )
    const transactionsStart = await engine?.countTransactions(databases[0] ?? '')
    const cpuCounts = servers.map(startCpuCount)
    const engineStart = engine?.cpuTime()
    const loads = await Promise.all(jobs.map(runLoad))
    const requests = loads.reduce((sum, load) => sum + load.requests, 0)
    const engineCpu = engineStart === undefined || !engine ? undefined : (engine.cpuTime() - engineStart) / requests
    const cpus = cpuCounts.map((count) => count(requests))
    const transactionsEnd = await engine?.countTransactions(databases[0] ?? '')
    if (round === 0) continue
    results.push({
      rate: loads.reduce((sum, load) => sum + load.rate, 0),
      p50: median(loads.map(({ p50 }) => p50)),
      p99: Math.max(...loads.map(({ p99 }) => p99)),
      cpu: cpus.some((cpu) => cpu === undefined) ? undefined : cpus.reduce<number>((sum, cpu) => sum + (cpu ?? 0), 0),
      engineCpu,
      transactions: transactionsEnd === undefined ? undefined : (transactionsEnd - (transactionsStart ?? 0)) / requests,
    })
  }
  const medianOf = (name: keyof Measured) => {
    const values = results.flatMap((result) => result[name] ?? [])
    return values.length > 0 ? median(values) : undefined
  }
  return {
    rate: medianOf('rate') ?? 0,
    p50: medianOf('p50') ?? 0,
    p99: medianOf('p99') ?? 0,
    cpu: medianOf('cpu'),
    engineCpu: medianOf('engineCpu'),
    transactions: medianOf('transactions'),
  }
}

/** The part of a load that one of several servers gets. */
const createJob = async (
  bench: Bench,
  workload: Workload,
  server: Server,
  round: number,
  index: number,
  count: number,
) => {
  const requests = await workload.requests(server, round)
  const folder = `${bench.folder}/node-${index}`
  const share = Math.ceil(((workload.connections ?? connections) - index) / count)
  return {
    url: server.url,
    requests: count === 1 ? requests : requests.filter((_, position) => position % count === index),
    seconds: round === 0 ? 1 : seconds,
    connections: share,
    folder,
  }
}

const formatSide = ({ rate, p50, p99, cpu, engineCpu, transactions }: Measured) => [
  formatCount(rate),
  formatMs(p50),
  formatMs(p99),
  formatCpu(cpu),
  formatCpu(engineCpu),
  transactions === undefined ? '' : transactions.toFixed(2),
  '',
  '',
  '',
]
