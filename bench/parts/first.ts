import { alternate, median } from '../compare.ts'
import { type ApiRequest, fetchBody, getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { sendAll } from '../load.ts'
import { connections } from '../options.ts'
import { compareWithBuild, defaultSize, type Part } from '../part.ts'
import { cpuTime, timeTask } from '../process.ts'
import { postLabels, postLikes, postTracks, putTrack } from '../requests.ts'
import { compareWithBaseline, type Server, startService } from '../servers.ts'
import { atMost, formatCount, formatCpu, formatMs, formatRatio, judge, measureRow, type Row } from '../table.ts'

const starts = 9
const coldRequests = 2_000

const about = `What a process takes for its first requests: few servers get to the speed of the other tables before they are stopped.
Each row is measured in new processes of both servers, in turn, on copies of one library; medians of ${starts} starts of each. The other is the tuned server. "First" is the time
of the first request of this kind, after one \`GET /labels/7\`. "Among the first ${formatCount(coldRequests)}" is the CPU time for each of as many
requests, on ${connections} connections.`

/** The requests of a process, by what they are. The time of one is measured, and the CPU time of many. */
const createRequests = (source: Library): Record<string, ApiRequest[]> => ({
  'first GET of a track': [getRequest(source.admin, '/tracks/7')],
  'first POST of a label': postLabels(source, 1),
  'first PUT of a track': [putTrack(source, 7)],
  'first POST of a track': postTracks(source, 1),
  [`POST a like among the first ${formatCount(coldRequests)}`]: postLikes(source, 0, coldRequests),
  [`POST a label among the first ${formatCount(coldRequests)}`]: postLabels(source, coldRequests),
  [`POST a track among the first ${formatCount(coldRequests)}`]: postTracks(source, coldRequests),
})

/** @returns milliseconds of one request, microseconds of CPU time of each of many */
const measureRequests = async (starting: Promise<Server>, warm: ApiRequest, requests: ApiRequest[]) => {
  await using server = await starting
  await fetchBody(server.url, warm)
  const before = cpuTime(server.pid)
  const time = await timeTask(() => sendAll(server, requests))
  return requests.length === 1 ? time : (cpuTime(server.pid) - before) / requests.length
}

export const first: Part = {
  comparesBuilds: true,
  async measure({ service, against, compile, library }) {
    const source = await library(defaultSize)
    const warm = getRequest(source.admin, '/labels/7')
    const other =
      against === undefined ? compareWithBaseline(await compile('server'), 'tuned') : compareWithBuild(against)
    const rows: Row[] = []
    for (const [name, requests] of Object.entries(createRequests(source))) {
      const row = measureRow(`${name}: ${other.name}`, async () => {
        const values = await alternate(
          starts,
          () => measureRequests(startService(service, copyLibrary(source)), warm, requests),
          () => measureRequests(other.start(copyLibrary(source)), warm, requests),
        )
        const [value, otherValue] = values.map(median) as [number, number] // one of each server
        const isTime = requests.length === 1
        const maxTime = name.includes('GET') ? 5 : 12
        return [
          ...[value, otherValue].map(isTime ? formatMs : formatCpu),
          formatRatio(value / otherValue),
          ...judge(value, isTime ? atMost(maxTime, `${maxTime} ms`) : undefined),
        ]
      })
      rows.push(await row)
    }
    return [{ title: 'First requests', about, columns: ['value', "the other's", 'ratio', 'target', 'met'], rows }]
  },
}
