import { labelChanges, labelReads, likes, mixture, newLabels, newTracks, trackChanges, trackReads } from '../calls.ts'
import { type Call, get, successOf } from '../http.ts'
import { copyOf, type Library, logIn } from '../library.ts'
import { load } from '../load.ts'
import { median } from '../measure.ts'
import { memoryOf, peakDuring } from '../memory.ts'
import { type Bench, type Part, size } from '../part.ts'
import type { Server } from '../servers.ts'
import { connections, rounds, seconds } from '../settings.ts'
import { judged, megabytes, row } from '../table.ts'

export const memory: Part = async (bench) => {
  const { servers, library } = bench
  const source = await library(size)
  const idle = async (start: () => Promise<Server>) => {
    const held = []
    for (let round = 0; round < rounds; round++) {
      await using server = await start()
      held.push(await atRest(server))
    }
    return median(held)
  }
  const loaded = async (start: () => Promise<Server>) => {
    await using server = await start()
    const peak = await peakDuring(server.pid, () => everyLoad(bench, source, server))
    return { held: await atRest(server), peak }
  }
  const rows = [
    await row('just started, beside the constant server', async () => {
      const mine = await idle(() => servers.ours(copyOf(source)))
      const other = await idle(() => servers.constant())
      return [megabytes(mine), '', megabytes(other), '', ...judged(mine / other, 'at most', 1.6)]
    }),
    await row('after all loads, beside the baseline', async () => {
      const mine = await loaded(() => servers.ours(copyOf(source)))
      const other = await loaded(() => servers.baseline(copyOf(source)))
      const figures = [mine.held, mine.peak, other.held, other.peak].map(megabytes)
      return [...figures, ...judged(mine.held / other.held, 'at most', 1.6)]
    }),
  ]
  const columns = ['memory', 'its peak', "the other's", 'its peak', 'ratio', 'target', 'met']
  return [{ title: 'Memory', about, columns, rows }]
}

const about = `What the process holds (its resident set), two seconds after its start or its last request. All servers are
executables compiled in the same way. The loads are those of the other tables, one after another, each for ${seconds} s;
only records are made by number, a thousand labels and a thousand tracks, so that both servers end with the same catalogue.`

const atRest = async ({ pid }: Server) => {
  await Bun.sleep(2_000)
  return memoryOf(pid)
}

const everyLoad = async ({ folder }: Bench, source: Library, server: Server) => {
  const { admin } = source
  const lists = ['identity', 'gzip', 'zstd'].map((coding) => [get(admin, '/tracks', { 'accept-encoding': coding })])
  const works = [
    labelReads(source),
    trackReads(source),
    ...lists,
    likes(source, 0),
    labelChanges(source),
    trackChanges(source),
    ...lists,
    mixture(source, [likes(source, 1, 2_000), labelChanges(source), trackChanges(source)]),
  ]
  for (const calls of works) await load({ url: server.url, calls, seconds, connections, folder })
  await sendAll(server, [...newLabels(source, 1_000), ...newTracks(source, 1_000)])
  await successOf(server.url, get(admin, '/tracks'))
  await Promise.all(Array.from({ length: 8 }, () => logIn(server)))
}

const sendAll = async ({ url }: Server, calls: Call[]) => {
  const waiting = calls.values()
  const one = async () => {
    for (const call of waiting) await successOf(url, call)
  }
  await Promise.all(Array.from({ length: connections }, one))
}
