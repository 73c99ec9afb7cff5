import { cpus } from 'node:os'
import { join } from 'node:path'
import { alternate } from '../alternate.ts'
import { compareFigures, maxGrowthRatio } from '../builds.ts'
import { fetchBody, getRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import { addLongLists, type LongList } from '../longLists.ts'
import { median } from '../measure.ts'
import type { Part } from '../part.ts'
import { readResult, startScript } from '../scripts.ts'
import { type Server, startConstant, startService } from '../servers.ts'
import { rounds, seconds } from '../settings.ts'
import { atMost, formatCount, formatMs, judgeRatio, measureRow, type Row, type Target } from '../table.ts'

const size = 100_000
const probeSeconds = 2 * seconds
const scriptTimeoutMs = (probeSeconds + 60) * 1000

const tracks: LongList = {
  name: `${formatCount(size)} tracks`,
  path: '/tracks',
  record: `/tracks/${size / 2}`,
  member: 'title',
  clients: 1,
}

export const stall: Part = {
  async measure({ folder, programs, library }) {
    const source = await library(size)
    const copy = copyLibrary(source)
    const lists = addLongLists(copy)
    await using service = await startService(programs.service, copy)
    const file = join(folder, 'long-list')
    await Bun.write(file, await fetchBody(service.url, getRequest(source.admin, '/tracks')))
    await using constant = await startConstant(programs.constant, file)

    const measureServer = async (server: Server, list: LongList, judged: boolean, database?: string) => {
      const [runs] = await alternate(rounds, () => probeDuringRebuilds(server, source.admin, list, database))
      const { idleP99, busyP99, busyMax, listTime } = medianStall(runs)
      const target = judged ? stallTarget(idleP99) : undefined
      return [...[idleP99, busyP99, busyMax, listTime].map(formatMs), ...judgeRatio(busyP99 / idleP99, target)]
    }
    const rows: Row[] = []
    for (const list of [tracks, ...lists]) {
      rows.push(await measureRow(`${list.name}, after each PUT`, () => measureServer(service, list, true)))
    }
    rows.push(
      await measureRow(`${tracks.name}, after each change by another program`, () =>
        measureServer(service, tracks, true, service.database),
      ),
      await measureRow('the constant server, which only sends', () => measureServer(constant, tracks, false)),
    )
    const columns = ['p99 idle', 'p99 meanwhile', 'the longest', 'time of a list', 'ratio', 'target', 'met']
    return [{ title: 'No stall', about, columns, rows }]
  },

  async compareBuilds({ current, other, library }) {
    const source = await library(size)
    const copies = [copyLibrary(source), copyLibrary(source)] as const
    const [lists] = copies.map(addLongLists)
    await using currentServer = await startService(current, copies[0])
    await using otherServer = await startService(other, copies[1])
    const rows: Row[] = []
    for (const list of [tracks, ...(lists ?? [])]) {
      const row = measureRow(`p99 of GET one label during PUT and GET of ${list.name}`, async () => {
        const [runs, otherRuns] = await alternate(
          rounds,
          () => probeDuringRebuilds(currentServer, source.admin, list),
          () => probeDuringRebuilds(otherServer, source.admin, list),
        )
        const [figure, otherFigure] = [{ value: medianStall(runs).busyP99 }, { value: medianStall(otherRuns).busyP99 }]
        return compareFigures(figure, otherFigure, { format: formatMs, target: maxGrowthRatio })
      })
      rows.push(await row)
    }
    return rows
  },
}

/** Five times the idle p99; on a machine that is faster than that, 5 ms. */
const stallTarget = (idleP99: number): Target => atMost(Math.max(5, 5 / idleP99), '5 ×, or 5 ms')

const about = `With ${formatCount(size)} tracks, clients change a record and get a long list that contains it, again and
again: one client the list of tracks, and two clients each other list. Meanwhile another program requests one label every 5 ms
for ${probeSeconds} s, on one of many connections, so that no request waits for the response to another. The ratio is between
the p99 of those responses and the p99 of an otherwise idle server. The last row shows what this machine does to a server that
only sends the list of tracks from memory: three programs share its ${cpus().length} cores.`

/** Milliseconds. */
interface Stall {
  idleP99: number
  busyP99: number
  busyMax: number
  listTime: number
}

/** The output of bench/probe.ts: milliseconds. */
interface Probe {
  p99: number
  max: number
}

/** The output of bench/rebuild.ts. */
interface Rebuild {
  lists: number
  /** The median time of the lists, in milliseconds. */
  time: number
  /** Whether the last list contained the last change. */
  found: boolean
}

/** Probes a server while it is idle and then while a list is rebuilt. With a database, another program writes there. */
const probeDuringRebuilds = async (
  server: Server,
  token: string,
  list: LongList,
  database?: string,
): Promise<Stall> => {
  // Lets the server finish the work that the previous round left behind.
  await Bun.sleep(1_000)
  const idle = await probe(server, token)
  const rebuilds = startRebuilds(server, token, list, database)
  const busy = await probe(server, token).finally(rebuilds.end)
  const { lists, time, found } = await rebuilds.result
  if (lists === 0) throw new Error('no list was completed')
  // The constant server has no library and ignores changes.
  if (server.database && !found) throw new Error('the list did not contain the change')
  return { idleP99: idle.p99, busyP99: busy.p99, busyMax: busy.max, listTime: time }
}

const medianStall = (runs: Stall[]): Stall => {
  const medianOf = (name: keyof Stall) => median(runs.map((run) => run[name]))
  return {
    idleP99: medianOf('idleP99'),
    busyP99: medianOf('busyP99'),
    busyMax: medianOf('busyMax'),
    listTime: medianOf('listTime'),
  }
}

export const probe = ({ url }: Server, token: string): Promise<Probe> =>
  readResult<Probe>(startScript('probe.ts', [url, token, String(probeSeconds)], scriptTimeoutMs))

const startRebuilds = (
  { url }: Server,
  token: string,
  { path, record, member, clients }: LongList,
  database?: string,
) => {
  const args = [url, token, path, record, member, String(clients), ...(database === undefined ? [] : [database])]
  const child = startScript('rebuild.ts', args, scriptTimeoutMs)
  return { end: () => void child.stdin.end(), result: readResult<Rebuild>(child) }
}
