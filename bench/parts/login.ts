import { Database } from 'bun:sqlite'
import { cpus } from 'node:os'
import { alternate } from '../alternate.ts'
import { compareFigures, maxGrowthRatio, timeInTurn } from '../builds.ts'
import { copyLibrary, credentials, type Library, logIn } from '../library.ts'
import { median, timeTask } from '../measure.ts'
import { peakDuring, residentSize } from '../memory.ts'
import { defaultSize, type Part } from '../part.ts'
import { type Server, startBaseline, startService } from '../servers.ts'
import { rounds } from '../settings.ts'
import { atMost, formatMegabytes, formatMs, judge, measureRow, type Table } from '../table.ts'

const cores = cpus().length
const repetitions = 40
const warmUps = 3
const concurrentLogins = Math.max(8, 4 * cores)
/** Memory of one hash while it is computed: 19 MiB. */
const hashSize = 19_456 * 1024

export const login: Part = {
  async measure({ programs, library }) {
    const source = await library(defaultSize)
    const startServers = {
      service: () => startService(programs.service, copyLibrary(source)),
      baseline: () => startBaseline(programs.baseline, copyLibrary(source)),
    }
    return [await measureSequential(source, startServers), await measureConcurrent(startServers)]
  },

  async compareBuilds({ current, other, library }) {
    const source = await library(defaultSize)
    const row = measureRow('POST /login, the shortest time', async () => {
      await using currentServer = await startService(current, copyLibrary(source))
      await using otherServer = await startService(other, copyLibrary(source))
      const figures = await timeInTurn(currentServer, otherServer, {
        repetitions,
        warmUps,
        task: timeLogin,
        summarize: minimum,
      })
      return compareFigures(...figures, { format: formatMs, target: maxGrowthRatio })
    })
    return [await row]
  },
}

type StartServers = Record<'service' | 'baseline', () => Promise<Server>>

const measureSequential = async (source: Library, startServers: StartServers): Promise<Table> => ({
  title: 'Logging in, one at a time',
  about: `\`POST /login\` by one client. A hash is slow by design, so the server's own share is the rest: the time of the
request minus the time to verify the same password against the same hash in the bench itself, in turn with the requests. The
shortest of ${repetitions} times is taken, since a hash varies by more than the rest takes, and noise of the machine only
adds to it.`,
  columns: ['time', 'the hash alone', 'the rest', "the baseline's rest"],
  rows: [
    await measureRow('POST /login', async () => {
      await using service = await startServers.service()
      await using baseline = await startServers.baseline()
      const hash = readPasswordHash(source)
      const [serviceTimes, baselineTimes, hashTimes] = await alternate(
        warmUps + repetitions,
        () => timeLogin(service),
        () => timeLogin(baseline),
        () => timeTask(() => Bun.password.verify(credentials.password, hash)),
      )
      const serviceTime = minimum(serviceTimes.slice(warmUps))
      const baselineTime = minimum(baselineTimes.slice(warmUps))
      const hashTime = minimum(hashTimes.slice(warmUps))
      return [serviceTime, hashTime, serviceTime - hashTime, baselineTime - hashTime].map(formatMs)
    }),
  ],
})

const measureConcurrent = async (startServers: StartServers): Promise<Table> => ({
  title: `Logging in, ${concurrentLogins} at once`,
  about: `${concurrentLogins} clients log in at the same moment, on a server that has just started; medians of ${rounds}
starts. Each hash takes 19 MiB while it is computed, so the growth of memory shows how many are computed at the same time.
More than the cores can work on would only take memory: the target is at most ${2 * cores} on ${cores} cores.`,
  columns: ['time for all', 'memory before', 'at the peak', 'hashes in memory', 'target', 'met'],
  rows: [
    await measureRow('music-library', async () => {
      const { hashes, cells } = await logInConcurrently(startServers.service)
      return [...cells, ...judge(hashes, atMost(2 * cores, `${2 * cores}`))]
    }),
    await measureRow('baseline', async () => {
      const { cells } = await logInConcurrently(startServers.baseline)
      return [...cells, '', '']
    }),
  ],
})

const logInConcurrently = async (startServer: () => Promise<Server>) => {
  const runs: { time: number; before: number; peak: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await startServer()
    // Lets the server finish starting, so that its memory before the logins is stable.
    await Bun.sleep(500)
    const before = residentSize(server.pid)
    let time = 0
    const peak = await peakDuring(server.pid, async () => {
      time = await timeTask(() => Promise.all(Array.from({ length: concurrentLogins }, () => logIn(server))))
    })
    runs.push({ time, before, peak })
  }
  const medianOf = (name: 'time' | 'before' | 'peak') => median(runs.map((run) => run[name]))
  const hashes = median(runs.map(({ before, peak }) => (peak - before) / hashSize))
  return {
    hashes,
    cells: [
      formatMs(medianOf('time')),
      formatMegabytes(medianOf('before')),
      formatMegabytes(medianOf('peak')),
      hashes.toFixed(1),
    ],
  }
}

const timeLogin = (server: Server) => timeTask(() => logIn(server))

const minimum = (times: number[]) => Math.min(...times)

const readPasswordHash = ({ file }: Library) => {
  const db = new Database(file, { readonly: true })
  try {
    return (
      db.query<{ password: string }, [string]>('SELECT password FROM users WHERE email = ?').get(credentials.email)
        ?.password ?? ''
    )
  } finally {
    db.close()
  }
}
