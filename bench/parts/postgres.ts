import { alternate, formatLoad, loadServers, medians } from '../compare.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import type { Load } from '../load.ts'
import { connections, rounds } from '../options.ts'
import { type Bench, defaultSize, type Part } from '../part.ts'
import { type Engine, startEngine } from '../postgres.ts'
import { getLabels, getTracks, postLikes, postTracks, putLabels } from '../requests.ts'
import { type Server, startService } from '../servers.ts'
import { atMost, formatCpu, formatRatio, judge, measureRow, type Row, type Target, voidRow } from '../table.ts'

const about = `The same executable with its library in a file, and in a database of PostgreSQL on the same machine. With three nodes each gets a third
of the ${connections} connections. CPU is the time per request, of all nodes, and of all processes of PostgreSQL. Transactions are those of PostgreSQL per
request: a poll, which asks what other nodes have changed, is one, and requests that come at the same time share it.`

interface NodeWorkload {
  name: string
  requests: (round: number) => ApiRequest[]
  connections?: number
  flags?: string[]
  /** The sizes of clusters. */
  nodes: number[]
  target?: Target
}

const createWorkloads = (source: Library): NodeWorkload[] => {
  const [labels, tracks, changes, newTracks] = [
    getLabels(source),
    getTracks(source),
    putLabels(source),
    postTracks(source),
  ]
  const list = getRequest(source.admin, '/tracks', { 'accept-encoding': 'zstd' })
  return [
    { name: 'GET one label, any', requests: () => labels, nodes: [1, 3], target: atMost(1.4) },
    { name: 'GET one track, nested, any', requests: () => tracks, nodes: [1] },
    { name: 'GET /tracks with Accept-Encoding: zstd', requests: () => [list], nodes: [1] },
    { name: 'GET one label, any, by one client', requests: () => labels, connections: 1, nodes: [1] },
    { name: 'GET one label, any, without a cache', requests: () => labels, flags: ['--cache', '0'], nodes: [1, 3] },
    { name: 'POST a like', requests: (round) => postLikes(source, round), nodes: [1, 3] },
    { name: 'PUT a label', requests: () => changes, nodes: [1, 3] },
    { name: 'PUT a label by one client', requests: () => changes, connections: 1, nodes: [1] },
    { name: 'POST a track', requests: () => newTracks, nodes: [1] },
  ]
}

export const postgres: Part = {
  async measure(bench) {
    const source = await bench.library(defaultSize)
    await using engine = await startEngine(bench.service)
    const rows: Row[] = []
    for (const workload of createWorkloads(source)) {
      const measured = measureWorkload(bench, engine, source, workload)
      rows.push(...(await measured.catch((error) => [voidRow(workload.name, error)])))
    }
    const columns = ['req/s', 'p50', 'p99', 'CPU of the nodes', 'of PostgreSQL', 'transactions', 'CPU, file = 1']
    return [{ title: 'PostgreSQL', about, columns: [...columns, 'target', 'met'], rows }]
  },
}

interface NodeLoad extends Load {
  /** CPU time of PostgreSQL per request, in microseconds, and its transactions; 0 for a file. */
  engineCpu: number
  transactions: number
}

const measureWorkload = async (
  bench: Bench,
  engine: Engine,
  source: Library,
  workload: NodeWorkload,
): Promise<Row[]> => {
  await using stack = new AsyncDisposableStack()
  const start = async (database: string, count: number) => {
    const servers: Server[] = []
    for (let index = 0; index < count; index++)
      servers.push(stack.use(await startService(bench.service, database, {}, workload.flags)))
    return servers
  }
  const names = ['file']
  const sides = [loadFile(bench, workload, await start(copyLibrary(source), 1))]
  for (const count of workload.nodes) {
    const url = await engine.copyLibrary(source)
    names.push(`PostgreSQL, ${count === 1 ? '1 node' : `${count} nodes`}`)
    sides.push(loadNodes(bench, workload, await start(url, count), engine, url))
  }
  const loads = (await alternate(rounds + 1, ...sides)).map((results) => medians(results.slice(1)))
  return Promise.all(
    loads.map((load, index) =>
      measureRow(`${workload.name}: ${names[index]}`, async () => {
        if (index === 0) return [...formatLoad(load), '', '', '', '', '']
        const ratio = load.cpu / (loads[0]?.cpu ?? 0)
        const own = [formatCpu(load.engineCpu), load.transactions.toFixed(2), formatRatio(ratio)]
        return [...formatLoad(load), ...own, ...judge(ratio, workload.target)]
      }),
    ),
  )
}

const loadFile = ({ folder }: Bench, workload: NodeWorkload, servers: Server[]) => {
  const load = loadServers(folder, workload, servers)
  return async (round: number): Promise<NodeLoad> => ({ ...(await load(round)), engineCpu: 0, transactions: 0 })
}

const loadNodes = ({ folder }: Bench, workload: NodeWorkload, servers: Server[], engine: Engine, url: string) => {
  const load = loadServers(folder, workload, servers)
  return async (round: number): Promise<NodeLoad> => {
    const transactionsBefore = await engine.countTransactions(url)
    const cpuBefore = engine.cpuTime()
    const loaded = await load(round)
    const engineCpu = (engine.cpuTime() - cpuBefore) / loaded.requests
    const transactions = ((await engine.countTransactions(url)) - transactionsBefore) / loaded.requests
    return { ...loaded, engineCpu, transactions }
  }
}
