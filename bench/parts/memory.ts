import { alternate } from '../alternate.ts'
import { compareFigures, maxGrowthRatio } from '../builds.ts'
import { type ApiRequest, fetchBody, getRequest } from '../http.ts'
import { copyLibrary, type Library, logIn } from '../library.ts'
import { runLoad } from '../load.ts'
import { median } from '../measure.ts'
import { peakDuring, residentSize } from '../memory.ts'
import { defaultSize, type Part } from '../part.ts'
import { getLabels, getTracks, mixWith, postLabels, postLikes, postTracks, putLabels, putTracks } from '../requests.ts'
import { type Server, startBaseline, startBaselineAs, startConstant, startService } from '../servers.ts'
import { connections, rounds, seconds } from '../settings.ts'
import { atMost, formatMegabytes, formatRatio, judge, judgeRatio, measureRow } from '../table.ts'

const maxIdle = atMost(90e6, '90 MB')

type StartServer = () => Promise<Server>

export const memory: Part = {
  async measure({ folder, programs, library }) {
    const source = await library(defaultSize)
    const startMeasured = () => startService(programs.service, copyLibrary(source))
    const rows = [
      await measureRow('just started, compared with the constant server', async () => {
        const [idle, constantIdle] = await measureIdle(startMeasured, () => startConstant(programs.constant))
        const ratio = formatRatio(idle / constantIdle)
        return [formatMegabytes(idle), '', formatMegabytes(constantIdle), '', ratio, ...judge(idle, maxIdle)]
      }),
    ]
    const compared: Record<string, () => Promise<Server>> = {
      'the baseline': () => startBaseline(programs.baseline, copyLibrary(source)),
      'the tuned one': () => startBaselineAs('tuned', programs.baseline, copyLibrary(source)),
    }
    for (const [name, startCompared] of Object.entries(compared)) {
      const row = measureRow(`after all loads, compared with ${name}`, async () => {
        const service = await measureLoaded(folder, source, startMeasured)
        const other = await measureLoaded(folder, source, startCompared)
        const figures = [service.atRest, service.peak, other.atRest, other.peak].map(formatMegabytes)
        return [...figures, ...judgeRatio(service.atRest / other.atRest)]
      })
      rows.push(await row)
    }
    const columns = ['memory', 'its peak', "the other's", 'its peak', 'ratio', 'target', 'met']
    return [{ title: 'Memory', about, columns, rows }]
  },

  async compareBuilds({ folder, current, other, library }) {
    const source = await library(defaultSize)
    const startCurrent = () => startService(current, copyLibrary(source))
    const startOther = () => startService(other, copyLibrary(source))
    return [
      await measureRow('memory, just started', async () => {
        const [idle, otherIdle] = await measureIdle(startCurrent, startOther)
        const verdict = { format: formatMegabytes, target: maxIdle, subject: 'value' } as const
        return compareFigures({ value: idle }, { value: otherIdle }, verdict)
      }),
      await measureRow('memory, after all loads', async () => {
        const [runs, otherRuns] = await alternate(
          rounds,
          () => measureLoaded(folder, source, startCurrent),
          () => measureLoaded(folder, source, startOther),
        )
        const value = median(runs.map(({ atRest }) => atRest))
        const otherValue = median(otherRuns.map(({ atRest }) => atRest))
        return compareFigures({ value }, { value: otherValue }, { format: formatMegabytes, target: maxGrowthRatio })
      }),
    ]
  },
}

const about = `The resident set size of the process, two seconds after its start or its last request. All servers are
executables compiled in the same way. The loads are those of the other tables, one after another, each for ${seconds} s;
only records are created by number, a thousand labels and a thousand tracks, so that both servers end with the same catalogue.
The target limits the memory itself, not the ratio.`

/** Starts two servers in turn. @returns the median of the memory of each. */
const measureIdle = async (startFirst: StartServer, startSecond: StartServer): Promise<[number, number]> => {
  const measure = async (startServer: StartServer) => {
    await using server = await startServer()
    return await measureAtRest(server)
  }
  const [sizes, otherSizes] = await alternate(
    rounds,
    () => measure(startFirst),
    () => measure(startSecond),
  )
  return [median(sizes), median(otherSizes)]
}

const measureLoaded = async (folder: string, source: Library, startServer: StartServer) => {
  await using server = await startServer()
  const peak = await peakDuring(server.pid, () => runEveryLoad(folder, source, server))
  return { atRest: await measureAtRest(server), peak }
}

const measureAtRest = async ({ pid }: Server) => {
  await Bun.sleep(2_000)
  return residentSize(pid)
}

const runEveryLoad = async (folder: string, source: Library, server: Server) => {
  const { admin } = source
  const lists = ['identity', 'gzip', 'zstd'].map((encoding) => [
    getRequest(admin, '/tracks', { 'accept-encoding': encoding }),
  ])
  const loads = [
    getLabels(source),
    getTracks(source),
    ...lists,
    postLikes(source, 0),
    putLabels(source),
    putTracks(source),
    ...lists,
    mixWith(source, [postLikes(source, 1, 2_000), putLabels(source), putTracks(source)]),
  ]
  for (const requests of loads) await runLoad({ url: server.url, requests, seconds, connections, folder })
  await sendAll(server, [...postLabels(source, 1_000), ...postTracks(source, 1_000)])
  await fetchBody(server.url, getRequest(admin, '/tracks'))
  await Promise.all(Array.from({ length: 8 }, () => logIn(server)))
}

const sendAll = async ({ url }: Server, requests: ApiRequest[]) => {
  const queue = requests.values()
  const sendFromQueue = async () => {
    for (const request of queue) await fetchBody(url, request)
  }
  await Promise.all(Array.from({ length: connections }, sendFromQueue))
}
