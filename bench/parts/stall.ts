import { cpus } from 'node:os'
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

  const rows = [
    await row('after each PUT of a track', async () => {
      const { cells, ratio } = await whileRebuilding(ours, source.admin)
      return [...cells, ...judged(ratio, 'at most', 5)]
    }),
    await row('after each change by another program', async () => {
      const { cells, ratio } = await whileRebuilding(ours, source.admin, ours.database)
      return [...cells, ...judged(ratio, 'at most', 5)]
    }),
    await row('the constant server, which only sends', async () => {
      const { cells, ratio } = await whileRebuilding(constant, source.admin)
      return [...cells, `${ratio.toFixed(2)} ×`, '', '']
    }),
  ]
  const columns = ['p99 idle', 'p99 meanwhile', 'the longest', 'time of a list', 'ratio', 'target', 'met']
  return [{ title: 'No stall', about, columns, rows }]
}

const about = `With ${whole(size)} tracks, one client changes a track and gets the full list, again and again. Meanwhile
another program asks for one label every 5 ms for ${lasting} s, on one of many connections, so that no request waits for the
answer to another. The ratio is between the p99 of those answers and that of a server that has nothing else to do. The last
row shows what this machine does to a server that only sends a list of that length from memory: three programs share its
${cpus().length} cores.`

interface Probed {
  p99: number
  worst: number
}

interface Rebuilt {
  lists: number
  /** The median of the lists, in milliseconds. */
  time: number
  /** Whether the list after the last change had it. */
  found: boolean
}

/** With a database, the changes are made there by another program. */
const whileRebuilding = async (server: Server, token: string, database?: string) => {
  const runs: { idle: Probed; busy: Probed; rebuilt: Rebuilt }[] = []
  for (let round = 0; round < rounds; round++) {
    // What the round before has left behind is cleared away.
    await Bun.sleep(1_000)
    const idle = await probe(server, token)
    const rebuilding = rebuild(server, token, database)
    const busy = await probe(server, token).finally(rebuilding.end)
    runs.push({ idle, busy, rebuilt: await rebuilding.outcome })
  }
  if (runs.some(({ rebuilt }) => rebuilt.lists === 0)) throw new Error('no list was made')
  // The constant server has no library, and takes no changes.
  if (server.database && runs.some(({ rebuilt }) => !rebuilt.found)) throw new Error('a list was without the change')
  const of = (value: (run: (typeof runs)[number]) => number) => median(runs.map(value))
  const [idle, busy] = [of((run) => run.idle.p99), of((run) => run.busy.p99)]
  const cells = [idle, busy, of((run) => run.busy.worst), of((run) => run.rebuilt.time)].map(milliseconds)
  return { cells, ratio: busy / idle }
}

const probe = async ({ url }: Server, token: string): Promise<Probed> => {
  return outcome(script('probe.ts', [url, token, String(lasting)]))
}

const rebuild = ({ url }: Server, token: string, database?: string) => {
  const child = script('rebuild.ts', [url, token, String(size / 2), ...(database === undefined ? [] : [database])])
  return { end: () => void child.stdin.end(), outcome: outcome(child) as Promise<Rebuilt> }
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
