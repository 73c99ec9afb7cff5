import { type ApiRequest, fetchBody, getRequest, sendRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { median, timeTask } from '../measure.ts'
import { residentSize } from '../memory.ts'
import type { Part } from '../part.ts'
import { getLabels, getTracks } from '../requests.ts'
import { type Server, startBaseline, startService } from '../servers.ts'
import { formatCount, formatMegabytes, formatMs, measureRow, type Row } from '../table.ts'

const sizes = [1_000, 10_000, 100_000]
/** Requests that warm up server and client before times are taken. */
const warmUps = 100
const repetitions = 300
/** The first list of a million tracks takes tens of seconds. */
const listTimeoutMs = 300_000

export const growth: Part = {
  async measure({ programs, library, million }) {
    const rows: Row[] = []
    for (const size of million ? [...sizes, 1_000_000] : sizes) {
      const source = await library(size)
      const name = `${formatCount(size)} tracks`
      const hashes: string[] = []
      const measureWith = (startServer: () => Promise<Server>) => async () => {
        await using server = await startServer()
        const { cells, hash } = await measureServer(server, source)
        hashes.push(hash)
        if (hash !== hashes[0]) throw new Error('the lists differ')
        return cells
      }
      const startMeasured = () => startService(programs.service, copyLibrary(source))
      rows.push(await measureRow(name, measureWith(startMeasured)))
      const startCompared = () => startBaseline(programs.baseline, copyLibrary(source))
      rows.push(await measureRow(`${name}, the baseline`, measureWith(startCompared)))
    }
    const columns = ['GET one label', 'GET one track', 'first GET /tracks', 'the second', 'size', 'memory']
    return [{ title: 'How it grows', about, columns, rows }]
  },
}

const about = `One client, one request after another, on libraries of different sizes: medians of ${repetitions} labels and
of ${repetitions} tracks, of any id; then the full list for the first time since the start, and again; then the memory of the
process. A record should take the same time at every size, and the list and the memory should grow linearly at most.`

const measureServer = async (server: Server, source: Library) => {
  const label = await medianTime(server, getLabels(source))
  const track = await medianTime(server, getTracks(source))
  const list = getRequest(source.admin, '/tracks')
  const first = await timeList(server, list)
  const second = await timeList(server, list)
  const memory = residentSize(server.pid)
  // The hash has its own request, since hashing takes longer than sending.
  const hasher = new Bun.CryptoHasher('sha1')
  await timeList(server, list, (chunk) => hasher.update(chunk))
  return {
    cells: [
      ...[label, track, first.time, second.time].map(formatMs),
      formatMegabytes(first.bytes),
      formatMegabytes(memory),
    ],
    hash: hasher.digest('hex'),
  }
}

const medianTime = async ({ url }: Server, requests: ApiRequest[]) => {
  const times: number[] = []
  for (const request of requests.slice(0, warmUps + repetitions)) {
    times.push(await timeTask(() => fetchBody(url, request)))
  }
  return median(times.slice(warmUps))
}

/** Streams the list: with a million tracks it is too long to hold in memory. */
const timeList = async ({ url }: Server, request: ApiRequest, onChunk: (chunk: Uint8Array) => void = () => {}) => {
  const start = performance.now()
  const { status, body } = await sendRequest(url, request, listTimeoutMs)
  if (status !== 200) throw new Error(`GET ${request.path} returned ${status}`)
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    onChunk(chunk)
  }
  return { time: performance.now() - start, bytes }
}
