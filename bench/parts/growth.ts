import { median } from '../compare.ts'
import { type ApiRequest, fetchBody, getRequest } from '../http.ts'
import { copyLibrary } from '../library.ts'
import type { Part } from '../part.ts'
import { residentSize, timeTask } from '../process.ts'
import { getLabels, getTracks } from '../requests.ts'
import { type Server, startService } from '../servers.ts'
import { formatCount, formatMegabytes, formatMs, measureRow, type Row } from '../table.ts'

const sizes = [1_000, 10_000, 100_000]
/** Requests that warm up server and client before times are taken. */
const warmUps = 100
const repetitions = 300

const about = `One client, one request after another, on libraries of different sizes: medians of ${repetitions} labels and
of ${repetitions} tracks, of any id; then the full list for the first time since the start, and again; then the memory of the
process. A record should take the same time at every size, and the list and the memory should grow linearly at most.`

export const growth: Part = {
  async measure({ service, library }) {
    const rows: Row[] = []
    for (const size of sizes) {
      const source = await library(size)
      const row = measureRow(`${formatCount(size)} tracks`, async () => {
        await using server = await startService(service, copyLibrary(source))
        const label = await medianTime(server, getLabels(source))
        const track = await medianTime(server, getTracks(source))
        let bytes = 0
        const readList = async () => {
          bytes = (await fetchBody(server.url, getRequest(source.admin, '/tracks'))).length
        }
        const times = [label, track, await timeTask(readList), await timeTask(readList)]
        return [...times.map(formatMs), formatMegabytes(bytes), formatMegabytes(residentSize(server.pid))]
      })
      rows.push(await row)
    }
    const columns = ['GET one label', 'GET one track', 'first GET /tracks', 'the second', 'size', 'memory']
    return [{ title: 'How it grows', about, columns, rows }]
  },
}

const medianTime = async ({ url }: Server, requests: ApiRequest[]) => {
  const times: number[] = []
  for (const request of requests.slice(0, warmUps + repetitions)) {
    times.push(await timeTask(() => fetchBody(url, request)))
  }
  return median(times.slice(warmUps))
}
