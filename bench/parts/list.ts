import { join } from 'node:path'
import { alternate, alternateLoads, type MeasuredLoad, type Side } from '../alternate.ts'
import { assertSameResponses } from '../assertSameResponses.ts'
import { compareFigures, maxGrowthRatio, minRateRatio, timeInTurn } from '../builds.ts'
import { compareLoads, formatLoad } from '../compare.ts'
import { fetchBody, getRequest, jsonRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { compressedLists, createListSide, type ListSide, plainList, unmodifiedList } from '../listVariants.ts'
import { median } from '../measure.ts'
import { type Bench, defaultSize, type Part } from '../part.ts'
import { type Server, startBaseline, startConstant, startService } from '../servers.ts'
import {
  atLeast,
  formatCount,
  formatCpu,
  formatMegabytes,
  formatMs,
  judgeRatio,
  measureRow,
  type Row,
  type Table,
  type Target,
} from '../table.ts'

const repetitions = 30
/** Rounds that warm up servers and client. */
const warmUps = 5
const afterWriteName = 'GET /tracks after a PUT of one track'

export const list: Part = {
  async measure(bench) {
    const source = await bench.library(defaultSize)
    await using service = await startService(bench.programs.service, copyLibrary(source))
    const body = await fetchBody(service.url, getRequest(source.admin, '/tracks'))
    const file = join(bench.folder, 'list')
    await Bun.write(file, body)
    await using constant = await startConstant(bench.programs.constant, file)
    return [
      await measureUnchanged({ bench, source, service, constant, body }),
      await measureAfterWrite(source, service, constant),
    ]
  },

  async compareBuilds({ folder, current, other, library }) {
    const source = await library(defaultSize)
    await using currentServer = await startService(current, copyLibrary(source))
    await using otherServer = await startService(other, copyLibrary(source))
    const body = await fetchBody(currentServer.url, getRequest(source.admin, '/tracks'))
    const rows: Row[] = []
    for (const variant of [plainList, unmodifiedList, ...compressedLists]) {
      const row = measureRow(variant.name, async () => {
        const currentSide = await createListSide(currentServer, variant, source.admin, body)
        const otherSide = await createListSide(otherServer, variant, source.admin, body)
        const loads = await alternateLoads(folder, currentSide, otherSide)
        await currentSide.verify()
        await otherSide.verify()
        return compareLoads(...loads, minRateRatio)
      })
      rows.push(await row)
    }
    const afterWrite = measureRow(afterWriteName, async () => {
      // The time is that of the GET; the CPU time is that of the PUT and the GET.
      const task = (server: Server, round: number) => timeListAfterWrite(server, source, round)
      const figures = await timeInTurn(currentServer, otherServer, { repetitions, warmUps, task })
      return compareFigures(...figures, { format: formatMs, target: maxGrowthRatio })
    })
    return [...rows, await afterWrite]
  },
}

interface Unchanged {
  bench: Bench
  source: Library
  service: Server
  constant: Server
  /** The body of GET /tracks. */
  body: Uint8Array
}

const measureUnchanged = async ({ bench, source, service, constant, body }: Unchanged): Promise<Table> => {
  const { admin } = source
  const measureVariant = async (side: ListSide, reference: Side, referenceName: string, target?: Target) => {
    const [load, referenceLoad] = await alternateLoads(bench.folder, side, reference)
    await side.verify()
    return formatListLoad(side.size, load, referenceName, referenceLoad, target)
  }
  const plain = measureRow(plainList.name, async () => {
    await assertBaselineSendsSame(bench, source, service)
    const side = await createListSide(service, plainList, admin, body)
    const reference = await createListSide(constant, plainList, admin, body)
    const cells = await measureVariant(side, reference, 'the same bytes', atLeast(0.95))
    await reference.verify()
    return cells
  })
  const rows = [await plain]
  const unmodified = measureRow(unmodifiedList.name, async () => {
    const side = await createListSide(service, unmodifiedList, admin, body)
    const label = getRequest(admin, '/labels/7')
    return measureVariant(side, { server: service, requests: () => [label] }, 'GET one label')
  })
  rows.push(await unmodified)
  for (const variant of compressedLists) {
    const compressed = measureRow(variant.name, async () => {
      const side = await createListSide(service, variant, admin, body)
      return measureVariant(side, await createListSide(service, plainList, admin, body), 'the plain list')
    })
    rows.push(await compressed)
  }
  return {
    title: 'The full list, unchanged',
    about: `\`GET /tracks\` with all ${formatCount(defaultSize)} tracks, nested, repeated, compared with a server that only
sends the same bytes from memory. A 304 tells the client that its copy of the list is current: it is compared with GET of one
label on the same server. Compressed responses are compared with the plain list on the same server; the column "size" shows
what compression saves.`,
    columns: [
      'responses/s',
      'p50',
      'p99',
      'CPU',
      'size',
      'compared with',
      'its responses/s',
      'its CPU',
      'ratio',
      'target',
      'met',
    ],
    rows,
  }
}

const formatListLoad = (
  size: number,
  load: MeasuredLoad,
  referenceName: string,
  reference: MeasuredLoad,
  target?: Target,
) => [
  ...formatLoad(load),
  formatMegabytes(size),
  referenceName,
  formatCount(reference.rate),
  formatCpu(reference.cpu),
  ...judgeRatio(load.rate / reference.rate, target),
]

const assertBaselineSendsSame = async ({ programs }: Bench, source: Library, service: Server) => {
  await using baseline = await startBaseline(programs.baseline, copyLibrary(source))
  await assertSameResponses(service, baseline, [getRequest(source.admin, '/tracks')])
}

const measureAfterWrite = async (source: Library, service: Server, constant: Server): Promise<Table> => ({
  title: 'The full list after a write',
  about: `One client changes a track and then gets the full list: the time of that GET, the median of ${repetitions} times,
compared with the time in which the same client gets as many bytes from the server that only sends. Each list is searched
for the change.`,
  columns: ['time', "the constant's", 'ratio', 'target', 'met'],
  rows: [
    await measureRow(afterWriteName, async () => {
      const [serviceTimes, constantTimes] = await alternate(
        warmUps + repetitions,
        (round) => timeListAfterWrite(service, source, round),
        () => timeList(constant, source),
      )
      const time = median(serviceTimes.slice(warmUps))
      const constantTime = median(constantTimes.slice(warmUps))
      return [formatMs(time), formatMs(constantTime), ...judgeRatio(time / constantTime)]
    }),
  ],
})

/** Changes another track in each round. @returns the time of the GET alone. */
const timeListAfterWrite = async (server: Server, source: Library, round: number) => {
  const title = `Changed ${round}, ${crypto.randomUUID()}`
  await fetchBody(server.url, jsonRequest(source.admin, 'PUT', `/tracks/${source.size / 2 + round}`, { title }))
  return timeList(server, source, title)
}

/** @throws when the list does not contain `text`. */
const timeList = async ({ url }: Server, { admin }: Library, text = '') => {
  const start = performance.now()
  const body = await fetchBody(url, getRequest(admin, '/tracks'))
  const time = performance.now() - start
  if (!Buffer.from(body).includes(text)) throw new Error('the list does not contain the change')
  return time
}
