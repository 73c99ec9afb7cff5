import { join } from 'node:path'
import { alternate } from '../alternate.ts'
import { startCpuCount } from '../cpu.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import type { Job } from '../job.ts'
import { copyLibrary, type Library } from '../library.ts'
import { unmodifiedList } from '../listVariants.ts'
import { runLoad } from '../load.ts'
import { median } from '../measure.ts'
import { type Bench, defaultSize, type Part } from '../part.ts'
import { type Engine, startEngine } from '../postgres.ts'
import { getLabels, getTracks, postLikes, postTracks, postWrittenLabels, putLabels, putTracks } from '../requests.ts'
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
  const [newLabels, newTracks, trackChanges] = [postWrittenLabels(source), postTracks(source), putTracks(source)]
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
    { name: 'POST a label, names of five scripts', requests: () => newLabels, nodes: [1] },
    { name: 'POST a track', requests: () => newTracks, nodes: [1] },
    { name: 'PUT a track', requests: () => trackChanges, nodes: [1] },
    { name: 'PUT a label by one client', requests: () => changes, connections: 1, nodes: [1] },
  ]
}

export const postgres: Part = {
  async measure(bench) {
    const source = await bench.library(defaultSize)
    await using engine = await startEngine(bench.programs.service)
    const rows: Row[] = []
    for (const workload of createWorkloads(source))
      rows.push(...(await measureWorkload(bench, engine, source, workload)))
    return [{ title: 'PostgreSQL', about, columns, rows }]
  },
}

/** The servers of one library, and the engine of its database. */
interface Side {
  name: string
  servers: Server[]
  engine?: { engine: Engine; url: string }
}

const measureWorkload = async (bench: Bench, engine: Engine, source: Library, workload: Workload): Promise<Row[]> => {
  await using stack = new AsyncDisposableStack()
  const start = async (database: string, count: number) => {
    const servers: Server[] = []
    for (let index = 0; index < count; index++)
      servers.push(stack.use(await startService(bench.programs.service, database, { flags: workload.flags ?? [] })))
    return servers
  }
  const sides: Side[] = [{ name: 'file', servers: await start(copyLibrary(source), 1) }]
  for (const count of workload.nodes) {
    const url = await engine.copyLibrary(source)
    const name = `PostgreSQL, ${count === 1 ? '1 node' : `${count} nodes`}`
    sides.push({ name, servers: await start(url, count), engine: { engine, url } })
  }
  const results = await alternate(rounds + 1, ...sides.map((side) => loadSide(bench, workload, side)))
  const [file, ...others] = results.map((measured) => medianOf(measured.slice(1)))
  const rowOf = (name: string, cells: () => string[]) => measureRow(`${workload.name}: ${name}`, async () => cells())
  return Promise.all(
    sides.map(({ name }, index) => {
      const measured = index === 0 ? file : others[index - 1]
      if (!measured || !file) throw new Error('There is no result.')
      if (index === 0) return rowOf(name, () => [...formatMeasured(measured), '', '', ''])
      const ratio = measured.nodeCpu / file.nodeCpu
      return rowOf(name, () => [...formatMeasured(measured), formatRatio(ratio), ...judge(ratio, workload.target)])
    }),
  )
}

interface Measured {
  rate: number
  p50: number
  p99: number
  /** Microseconds per request. */
  nodeCpu: number
  /** The same of the engine; 0 for a file. */
  engineCpu: number
  /** Per request. */
  transactions: number
}

/** Returns a function that loads all servers of a side at once. Round 0 warms them up. */
const loadSide =
  (bench: Bench, workload: Workload, { servers, engine }: Side) =>
  async (round: number): Promise<Measured> => {
    const jobs = servers.map((server, index) =>
      createJob(bench, workload, { server, index, count: servers.length, round }),
    )
    const prepared = await Promise.all(jobs)
    const transactionsBefore = (await engine?.engine.countTransactions(engine.url)) ?? 0
    const cpuCounts = servers.map(startCpuCount)
    const engineBefore = engine?.engine.cpuTime() ?? 0
    const loads = await Promise.all(prepared.map(runLoad))
    const requests = sum(loads.map((load) => load.requests))
    const engineCpu = ((engine?.engine.cpuTime() ?? 0) - engineBefore) / requests
    const nodeCpu = sum(cpuCounts.map((count) => count(requests) ?? 0))
    const transactionsAfter = (await engine?.engine.countTransactions(engine.url)) ?? 0
    return {
      rate: sum(loads.map(({ rate }) => rate)),
      p50: median(loads.map(({ p50 }) => p50)),
      p99: Math.max(...loads.map(({ p99 }) => p99)),
      nodeCpu,
      engineCpu,
      transactions: (transactionsAfter - transactionsBefore) / requests,
    }
  }

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const medianOf = (results: Measured[]): Measured => {
  const of = (name: keyof Measured) => median(results.map((result) => result[name]))
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    nodeCpu: of('nodeCpu'),
    engineCpu: of('engineCpu'),
    transactions: of('transactions'),
  }
}

interface Share {
  server: Server
  index: number
  count: number
  round: number
}

/** The part of a load that one of several servers gets. */
const createJob = async (bench: Bench, workload: Workload, { server, index, count, round }: Share): Promise<Job> => {
  const requests = await workload.requests(server, round)
  return {
    url: server.url,
    requests: count === 1 ? requests : requests.filter((_, position) => position % count === index),
    // The first round also fills the cache.
    seconds: round === 0 ? 2 * seconds : seconds,
    connections: Math.ceil(((workload.connections ?? connections) - index) / count),
    folder: join(bench.folder, `node-${index}`),
  }
}

const formatMeasured = ({ rate, p50, p99, nodeCpu, engineCpu, transactions }: Measured) => [
  formatCount(rate),
  formatMs(p50),
  formatMs(p99),
  formatCpu(nodeCpu),
  ...(transactions === 0 ? ['', ''] : [formatCpu(engineCpu), transactions.toFixed(2)]),
]
