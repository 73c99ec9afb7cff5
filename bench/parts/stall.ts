import { join } from 'node:path'
import { get, successOf } from '../http.ts'
import { copyOf } from '../library.ts'
import { median } from '../measure.ts'
import type { Part } from '../part.ts'
import type { Server } from '../servers.ts'
import { rounds, seconds } from '../settings.ts'
import { judged, milliseconds, row, whole } from '../table.ts'

const size = 100_000
const lasting = 2 * seconds

export const stall: Part = async ({ folder, servers, library }) => {
  const source = await library(size)
  await using ours = await servers.ours(copyOf(source))
  const file = join(folder, 'long-list')
  await Bun.write(file, await successOf(ours.url, get(source.admin, '/tracks')))
  await using constant = await servers.constant(file)

  const quiet = () => probe(ours, source.admin)
  /** In turn with an idle server, since its p99 is what the others are measured by. */
  const during =
    (server: Server, database?: string, alone = quiet) =>
    async () => {
      const runs: { idle: Probed; busy: Probed; rebuilt: Rebuilt }[] = []
      for (let round = 0; round < rounds; round++) {
        const idle = await alone()
        const rebuilding = rebuild(server, source.admin, database)
        const busy = await probe(server, source.admin)
        runs.push({ idle, busy, rebuilt: await rebuilding.end() })
      }
      if (server !== constant && runs.some(({ rebuilt }) => !rebuilt.found))
        throw new Error('a list was without the change')
      if (runs.some(({ rebuilt }) => rebuilt.lists === 0)) throw new Error('no list was made')
      const of = (value: (run: (typeof runs)[number]) => number) => median(runs.map(value))
      const [idle, busy] = [of((run) => run.idle.p99), of((run) => run.busy.p99)]
      const worst = of((run) => run.busy.worst)
      const list = of((run) => run.rebuilt.time)
      return { idle, busy, cells: [idle, busy, worst, list].map(milliseconds) }
    }
  const judge = async ({ idle, busy, cells }: { idle: number; busy: number; cells: string[] }) => [
    ...cells,
    ...judged(busy / idle, 'at most', 5),
  ]
  const rows = [
    await row('after each PUT of a track', async () => judge(await during(ours)())),
    await row('after each change by another program', async () => judge(await during(ours, ours.database)())),
    await row('the constant server, which only sends', async () => {
      const { idle, busy, cells } = await during(constant, undefined, () => probe(constant, source.admin))()
      return [...cells, `${(busy / idle).toFixed(2)} ×`, '', '']
    }),
  ]
  const columns = ['p99 idle', 'p99 meanwhile', 'the longest', 'time of a list', 'ratio', 'target', 'met']
  return [{ title: 'No stall', about, columns, rows }]
}

const about = `With ${whole(size)} tracks, one client changes a track and gets the full list, again and again. Meanwhile
another one, in a process of its own, gets one label every 5 ms for ${lasting} s; requests that have to wait for the answer
before them count from when they were due. The ratio is between the p99 of those answers and that of an idle server. The
last row shows what this machine does to a server that only sends a list of that length from memory: three programs share
its cores.`

interface Probed {
  p99: number
  worst: number
}

const probe = async ({ url }: Server, token: string): Promise<Probed> => {
  const child = script('probe.ts', [url, token, String(lasting)])
  return outcome(child)
}

interface Rebuilt {
  lists: number
  /** The median of the lists, in milliseconds. */
  time: number
  /** Whether the list after the last change had it. */
  found: boolean
}

const rebuild = ({ url }: Server, token: string, database?: string) => {
  const child = script('rebuild.ts', [url, token, String(size / 2), ...(database === undefined ? [] : [database])])
  return {
    end: (): Promise<Rebuilt> => {
      child.stdin.end()
      return outcome(child)
    },
  }
}

const script = (name: string, words: string[]) =>
  Bun.spawn([process.execPath, join('bench', name), ...words], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: (lasting + 60) * 1000,
  })

const outcome = async (child: ReturnType<typeof script>) => {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(err.trim().split('\n').at(-1) ?? 'it failed')
  return JSON.parse(out)
}
