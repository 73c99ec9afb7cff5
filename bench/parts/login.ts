import { Database } from 'bun:sqlite'
import { cpus } from 'node:os'
import { copyOf, credentials, type Library, logIn } from '../library.ts'
import { median } from '../measure.ts'
import { memoryOf, peakDuring } from '../memory.ts'
import { type Part, size } from '../part.ts'
import type { Server } from '../servers.ts'
import { rounds } from '../settings.ts'
import { megabytes, milliseconds, row, type Table } from '../table.ts'

const cores = cpus().length
const repetitions = 40
const atOnce = Math.max(8, 4 * cores)
/** What one hash takes while it is made: 19 MiB. */
const hashSize = 19_456 * 1024

export const login: Part = async ({ servers, library }) => {
  const source = await library(size)
  const start = {
    ours: () => servers.ours(copyOf(source)),
    baseline: () => servers.baseline(copyOf(source)),
  }
  return [await oneAtATime(source, start), await manyAtOnce(start)]
}

type Starts = Record<'ours' | 'baseline', () => Promise<Server>>

const oneAtATime = async (source: Library, start: Starts): Promise<Table> => ({
  title: 'Logging in, one at a time',
  about: `\`POST /login\` by one client. A hash takes its time by design, so what is ours is the rest: the time of the
request without that of comparing the same password with the same hash in the program that measures, in turn with it. Of
${repetitions} times the shortest is taken: a hash varies by more than the rest is long, and what a machine adds to it is
no part of it.`,
  columns: ['time', 'the hash alone', 'the rest', "the baseline's rest"],
  rows: [
    await row('POST /login', async () => {
      await using ours = await start.ours()
      await using baseline = await start.baseline()
      const hash = hashOf(source)
      const works = [() => logIn(ours), () => logIn(baseline), () => Bun.password.verify(credentials.password, hash)]
      const times: number[][] = works.map(() => [])
      for (let at = -3; at < repetitions; at++) {
        for (const [of, work] of works.entries()) {
          const time = await timed(work)
          if (at >= 0) times[of]?.push(time)
        }
      }
      const [mine = 0, theirs = 0, alone = 0] = times.map((each) => Math.min(...each))
      return [mine, alone, mine - alone, theirs - alone].map(milliseconds)
    }),
  ],
})

const manyAtOnce = async (start: Starts): Promise<Table> => ({
  title: `Logging in, ${atOnce} at once`,
  about: `${atOnce} clients log in at the same moment, on a server that was only just started; medians of ${rounds} starts.
Each hash takes 19 MiB while it is made, so how far the memory grows over what the server held before shows how many are
made at the same time. More than the cores can work on only take memory: ${2 * cores} is the most there should be on
${cores} cores.`,
  columns: ['time for all', 'memory before', 'at the peak', 'hashes in memory', 'target', 'met'],
  rows: [
    await row('ours', async () => {
      const { hashes, cells } = await crowd(start.ours)
      return [...cells, `at most ${2 * cores}`, hashes <= 2 * cores ? 'yes' : 'no']
    }),
    await row('baseline', async () => [...(await crowd(start.baseline)).cells, '', '']),
  ],
})

const crowd = async (start: () => Promise<Server>) => {
  const runs: { time: number; before: number; peak: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await start()
    // Its own starting is no part of this.
    await Bun.sleep(500)
    const before = memoryOf(server.pid)
    let time = 0
    const peak = await peakDuring(server.pid, async () => {
      time = await timed(() => Promise.all(Array.from({ length: atOnce }, () => logIn(server))))
    })
    runs.push({ time, before, peak })
  }
  const of = (name: 'time' | 'before' | 'peak') => median(runs.map((run) => run[name]))
  const hashes = median(runs.map(({ before, peak }) => (peak - before) / hashSize))
  return {
    hashes,
    cells: [milliseconds(of('time')), megabytes(of('before')), megabytes(of('peak')), hashes.toFixed(1)],
  }
}

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The hash of the admin's password. */
const hashOf = ({ file }: Library) => {
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
