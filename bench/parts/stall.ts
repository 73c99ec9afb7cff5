import { cpus } from 'node:os'
import { join } from 'node:path'
import { alternate } from '../alternate.ts'
import { compareFigures, maxGrowthRatio } from '../builds.ts'
import { fetchBody, getRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import { median } from '../measure.ts'
import type { Part } from '../part.ts'
import { type Server, startConstant, startService } from '../servers.ts'
import { rounds, seconds } from '../settings.ts'
import { atMost, formatCount, formatMs, judgeRatio, measureRow, type Target } from '../table.ts'

const size = 100_000
const probeSeconds = 2 * seconds

export const stall: Part = {
  async measure({ folder, programs, library }) {
    const source = await library(size)
    await using service = await startService(programs.service, copyLibrary(source))
    const file = join(folder, 'long-list')
    await Bun.write(file, await fetchBody(service.url, getRequest(source.admin, '/tracks')))
    await using constant = await startConstant(programs.constant, file)

    const measureServer = async (server: Server, database?: string, target?: Target) => {
      const [runs] = await alternate(rounds, () => probeDuringRebuilds(server, source.admin, database))
      const { idleP99, busyP99, busyMax, listTime } = medianStall(runs)
      return [...[idleP99, busyP99, busyMax, listTime].map(formatMs), ...judgeRatio(busyP99 / idleP99, target)]
    }
    const rows = [
      await measureRow('after each PUT of a track', () => measureServer(service, undefined, atMost(5))),
      await measureRow('after each change by another program', () =>
        measureServer(service, service.database, atMost(5)),
      ),
      await measureRow('the constant server, which only sends', () => measureServer(constant)),
    ]
    const columns = ['p99 idle', 'p99 meanwhile', 'the longest', 'time of a list', 'ratio', 'target', 'met']
    return [{ title: 'No stall', about, columns, rows }]
  },

  async compareBuilds({ current, other, library }) {
    const source = await library(size)
    const row = measureRow(`GET one label during PUT and GET of ${formatCount(size)} tracks, p99`, async () => {
      await using currentServer = await startService(current, copyLibrary(source))
      await using otherServer = await startService(other, copyLibrary(source))
      const [runs, otherRuns] = await alternate(
        rounds,
        () => probeDuringRebuilds(currentServer, source.admin),
        () => probeDuringRebuilds(otherServer, source.admin),
      )
      const [figure, otherFigure] = [{ value: medianStall(runs).busyP99 }, { value: medianStall(otherRuns).busyP99 }]
      return compareFigures(figure, otherFigure, { format: formatMs, target: maxGrowthRatio })
    })
    return [await row]
  },
}

const about = `With ${formatCount(size)} tracks, one client changes a track and gets the full list, again and again. Meanwhile
another program requests one label every 5 ms for ${probeSeconds} s, on one of many connections, so that no request waits for
the response to another. The ratio is between the p99 of those responses and the p99 of an otherwise idle server. The last
row shows what this machine does to a server that only sends a list of that length from memory: three programs share its
${cpus().length} cores.`

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

/** Probes a server while it is idle and then while its list is rebuilt. With a database, another program writes there. */
const probeDuringRebuilds = async (server: Server, token: string, database?: string): Promise<Stall> => {
  // Lets the server finish the work that the previous round left behind.
  await Bun.sleep(1_000)
  const idle = await probe(server, token)
  const rebuilds = startRebuilds(server, token, database)
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

const probe = ({ url }: Server, token: string): Promise<Probe> =>
  readResult<Probe>(startScript('probe.ts', [url, token, String(probeSeconds)]))

const startRebuilds = ({ url }: Server, token: string, database?: string) => {
  const args = [url, token, String(size / 2), ...(database === undefined ? [] : [database])]
  const child = startScript('rebuild.ts', args)
  return { end: () => void child.stdin.end(), result: readResult<Rebuild>(child) }
}

const startScript = (name: string, args: string[]) =>
  Bun.spawn([process.execPath, join('bench', name), ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: (probeSeconds + 60) * 1000,
  })

const readResult = async <Result>(child: ReturnType<typeof startScript>): Promise<Result> => {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(err.trim().split('\n').at(-1) ?? 'the script failed')
  return JSON.parse(out)
}
