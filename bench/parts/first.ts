import { alternate } from '../alternate.ts'
import { startCpuCount } from '../cpu.ts'
import { type ApiRequest, fetchBody, getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { median, timeTask } from '../measure.ts'
import { defaultSize, type Part } from '../part.ts'
import { postLabels, postLikes, postTracks, putTrack } from '../requests.ts'
import { type Server, startBaseline, startService } from '../servers.ts'
import { connections } from '../settings.ts'
import { atMost, formatCount, formatCpu, formatMs, formatRatio, judge, measureRow } from '../table.ts'

const starts = 9
const coldRequests = 2_000

const about = `What a process takes for its first requests: few servers get to the speed of the other tables before they are stopped.
Each row is measured in new processes of both servers, in turn, on copies of one library; medians of ${starts} starts of each. "First" is the time
of the first request of this kind, after one \`GET /labels/7\`; for the list it is the CPU time. "Among the first ${formatCount(coldRequests)}" is the CPU time for each of as many
requests, on ${connections} connections.`

interface Measurement {
  name: string
  /** The time of the first request, or the CPU time of the list, in milliseconds, or the CPU time of each among many in microseconds. */
  measure: (server: Server) => Promise<number>
  format: (value: number) => string
  judge: (value: number, baselineValue: number) => string[]
}

const firstRequest = (name: string, request: ApiRequest, limitMs: number): Measurement => ({
  name: `first ${name}`,
  measure: ({ url }) => timeTask(() => fetchBody(url, request)),
  format: formatMs,
  judge: (value) => judge(value, atMost(limitMs, `${limitMs} ms`)),
})

const coldRequest = (name: string, requests: ApiRequest[]): Measurement => ({
  name: `${name} among the first ${formatCount(coldRequests)}`,
  measure: async (server) => {
    const rest = requests.values()
    const cpuPerRequest = startCpuCount(server)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const request of rest) await fetchBody(server.url, request)
      }),
    )
    return cpuPerRequest(requests.length) ?? 0
  },
  format: formatCpu,
  judge: (value, baselineValue) => judge(value / baselineValue, atMost(1)),
})

/** The CPU time of the first list, in milliseconds. */
const firstList = (name: string, request: ApiRequest, limitMs: number): Measurement => ({
  name: `${name}, CPU`,
  measure: async (server) => {
    const cpuPerRequest = startCpuCount(server)
    await fetchBody(server.url, request)
    return (cpuPerRequest(1) ?? 0) / 1000
  },
  format: formatMs,
  judge: (value) => judge(value, atMost(limitMs, `${limitMs} ms`)),
})

const measurements = (source: Library): Measurement[] => {
  const [label, track] = [postLabels(source, 1), postTracks(source, 1)].map(([request]) => request) as [
    ApiRequest,
    ApiRequest,
  ] // each list has one
  return [
    firstRequest('GET of a track', getRequest(source.admin, '/tracks/7'), 5),
    firstRequest('POST of a label', label, 12),
    firstRequest('PUT of a track', putTrack(source, 7), 12),
    firstRequest('POST of a track', track, 12),
    firstList(`first list of ${formatCount(source.size)} tracks`, getRequest(source.admin, '/tracks'), 280),
    coldRequest('POST a like', postLikes(source, 0, coldRequests)),
    coldRequest('POST a label', postLabels(source, coldRequests)),
    coldRequest('POST a track', postTracks(source, coldRequests)),
  ]
}

export const first: Part = {
  async measure({ programs, library }) {
    const source = await library(defaultSize)
    const warm = getRequest(source.admin, '/labels/7')
    const run = async (starting: Promise<Server>, measure: Measurement['measure']) => {
      await using server = await starting
      await fetchBody(server.url, warm)
      return await measure(server)
    }
    const rows = []
    for (const { name, measure, format, judge } of measurements(source)) {
      const row = measureRow(name, async () => {
        const [values, baselineValues] = await alternate(
          starts,
          () => run(startService(programs.service, copyLibrary(source)), measure),
          () => run(startBaseline(programs.baseline, copyLibrary(source)), measure),
        )
        const [value, baselineValue] = [median(values), median(baselineValues)]
        return [
          format(value),
          format(baselineValue),
          formatRatio(value / baselineValue),
          ...judge(value, baselineValue),
        ]
      })
      rows.push(await row)
    }
    return [{ title: 'First requests', about, columns: ['value', "the baseline's", 'ratio', 'target', 'met'], rows }]
  },
}
