import { join } from 'node:path'
import { figures } from '../compare.ts'
import { answerTo, type Call, get, send, successOf } from '../http.ts'
import { copyOf, type Library } from '../library.ts'
import type { Load } from '../load.ts'
import { median } from '../measure.ts'
import { type Bench, type Part, size } from '../part.ts'
import { race } from '../race.ts'
import { answerTheSame } from '../same.ts'
import type { Server } from '../servers.ts'
import { connections } from '../settings.ts'
import { judged, megabytes, milliseconds, type Row, row, type Table, whole } from '../table.ts'

export const list: Part = async (bench) => {
  const source = await bench.library(size)
  await using ours = await bench.servers.ours(copyOf(source))
  const call = get(source.admin, '/tracks')
  const body = await successOf(ours.url, call)
  const file = join(bench.folder, 'list')
  await Bun.write(file, body)
  await using constant = await bench.servers.constant(file)
  const given = { bench, source, ours, constant, call, body }
  return [await repeated(given), await afterWrite(given)]
}

interface Given {
  bench: Bench
  source: Library
  ours: Server
  constant: Server
  /** GET /tracks */
  call: Call
  /** What it answers. */
  body: Uint8Array
}

const repeated = async ({ bench, source, ours, constant, call, body }: Given): Promise<Table> => ({
  title: 'The full list, unchanged',
  about: `\`GET /tracks\` with all ${whole(size)} tracks, nested, again and again, beside a server that does nothing but
send the same bytes from memory. A 304 says that the client has the list already: it is beside our own GET of one label.
Compressed answers are beside our own plain list; what they save is in the size.`,
  columns: ['answers/s', 'p50', 'p99', 'size', 'beside', 'its answers/s', 'ratio', 'target', 'met'],
  rows: [
    await row('GET /tracks', async () => {
      await baselineSendsTheSame(bench, source, call, ours)
      await answerTheSame(ours, constant, [call])
      const watched = ofSize(body.length)
      const sides = [ours, constant].map((server) => ({ server, calls: () => [call], watched }))
      const [mine, other] = await race(bench.folder, sides)
      await answerTheSame(ours, constant, [call])
      return beside('the same bytes', body.length, mine, other, 0.95)
    }),
    await row('GET /tracks with If-None-Match: 304', async () => {
      const { headers } = await answerTo(ours.url, call)
      const etag = headers.get('etag')
      if (!etag) throw new Error('no ETag')
      const asked = get(source.admin, '/tracks', { 'if-none-match': etag })
      await answersNotModified(ours, asked)
      const label = get(source.admin, '/labels/7')
      const [mine, other] = await race(bench.folder, [
        { server: ours, calls: () => [asked], watched: ofSize(0) },
        { server: ours, calls: () => [label] },
      ])
      await answersNotModified(ours, asked)
      return beside('our GET one label', 0, mine, other, 1)
    }),
    await compressed('gzip', Bun.gunzipSync, { bench, source, ours, call, body }),
    await compressed('zstd', Bun.zstdDecompressSync, { bench, source, ours, call, body }),
  ],
})

const beside = (name: string, length: number, mine?: Load, other?: Load, target?: number) => {
  if (!mine || !other) throw new Error('a side is missing')
  const ratio = mine.rate / other.rate
  const judgement = target === undefined ? [`${ratio.toFixed(2)} ×`, '', ''] : judged(ratio, 'at least', target)
  return [...figures(mine), megabytes(length), name, whole(other.rate), ...judgement]
}

/** The average answer has that size, headers aside. What is under way at the end counts in bytes and not in answers. */
const ofSize = (bytes: number) => async (load: () => Promise<Load>) => {
  const result = await load()
  if (result.requests === 0) return result
  const average = result.bytes / result.requests
  if (average >= bytes && average <= bytes * (1 + connections / result.requests) + 1_000) return result
  throw new Error(`answers of ${whole(average)} bytes on average where ${whole(bytes)} were expected`)
}

const baselineSendsTheSame = async ({ servers }: Bench, source: Library, call: Call, ours: Server) => {
  await using baseline = await servers.baseline(copyOf(source))
  await answerTheSame(ours, baseline, [call])
}

const answersNotModified = async ({ url }: Server, call: Call) => {
  const { status, body } = await answerTo(url, call)
  if (status !== 304 || body.length > 0) throw new Error(`answered ${status} with ${body.length} bytes`)
}

const compressed = (
  coding: string,
  decompress: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array,
  { bench, source, ours, call, body }: Omit<Given, 'constant'>,
): Promise<Row> =>
  row(`GET /tracks with Accept-Encoding: ${coding}`, async () => {
    const asked = get(source.admin, '/tracks', { 'accept-encoding': coding })
    const sent = await sentAs(coding, ours, asked)
    if (!Buffer.from(decompress(Uint8Array.from(sent))).equals(body)) throw new Error('it decompresses to other bytes')
    const [mine, other] = await race(bench.folder, [
      { server: ours, calls: () => [asked], watched: ofSize(sent.length) },
      { server: ours, calls: () => [call], watched: ofSize(body.length) },
    ])
    if (!Buffer.from(await sentAs(coding, ours, asked)).equals(sent))
      throw new Error('it is other bytes after the load')
    return beside('our plain list', sent.length, mine, other)
  })

const sentAs = async (coding: string, { url }: Server, call: Call) => {
  const { headers, body } = await answerTo(url, call)
  if (headers.get('content-encoding') !== coding) throw new Error('not compressed')
  return body
}

const repetitions = 30

const afterWrite = async ({ source, ours, constant, call }: Given): Promise<Table> => ({
  title: 'The full list after a write',
  about: `One client changes a track, and then gets the full list: the time of that GET, the median of ${repetitions} times,
beside the time in which the same client gets as many bytes from the server that only sends. Each list is looked through
for the change.`,
  columns: ['time', "the constant's", 'ratio', 'target', 'met'],
  rows: [
    await row('GET /tracks after a PUT of one track', async () => {
      const mine: number[] = []
      const theirs: number[] = []
      for (let at = -5; at < repetitions; at++) {
        const title = `Changed ${at}, ${crypto.randomUUID()}`
        await successOf(ours.url, send(source.admin, 'PUT', `/tracks/${source.size / 2 + at}`, { title }))
        const [time, other] = [await timed(ours, call, title), await timed(constant, call)]
        // The first few warm up the client, too.
        if (at < 0) continue
        mine.push(time)
        theirs.push(other)
      }
      const [time, other] = [median(mine), median(theirs)]
      return [milliseconds(time), milliseconds(other), ...judged(time / other, 'at most', 1.5)]
    }),
  ],
})

const timed = async ({ url }: Server, call: Call, text = '') => {
  const start = performance.now()
  const body = await successOf(url, call)
  const time = performance.now() - start
  if (!Buffer.from(body).includes(text)) throw new Error('the change is not in the list')
  return time
}
