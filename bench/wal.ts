// Measures the WAL while clients poll the list of tracks and others write: `bun run bench:wal [seconds] [executable]`, 60 s of
// this checkout by default.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fetchBody, fetchResponse, getRequest } from './http.ts'
import { copyLibrary, createLibraries, type Library } from './library.ts'
import { timeTask } from './measure.ts'
import { compileService } from './programs.ts'
import { putTracks } from './requests.ts'
import { type Server, startService } from './servers.ts'
import { formatCount, formatMegabytes, formatMs } from './table.ts'

const seconds = Number(process.argv[2] ?? 60)
const size = 100_000
const [pollers, writers] = [12, 16]
const maxPeak = 100e6

const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const executable = process.argv[3] === undefined ? await compileService(folder) : resolve(process.argv[3])
const source = await createLibraries(folder, executable)(size)
const file = copyLibrary(source)
await using server = await startService(executable, file)
process.exitCode = (await run(server, source)) <= maxPeak ? 0 : 1

/** Returns the peak of the WAL, in bytes. */
async function run({ url }: Server, source: Library): Promise<number> {
  const end = performance.now() + seconds * 1000
  const repeat = async (count: number, task: (client: number, round: number) => Promise<unknown>) => {
    const times: number[] = []
    const runClient = async (client: number) => {
      for (let round = 0; performance.now() < end; round++) times.push(await timeTask(() => task(client, round)))
    }
    await Promise.all(Array.from({ length: count }, (_, client) => runClient(client)))
    return times.sort((a, b) => a - b)
  }
  const list = getRequest(source.admin, '/tracks', { 'accept-encoding': 'zstd' })
  const requests = putTracks(source)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, walSize())
  }, 50)
  const [lists, writes] = await Promise.all([
    repeat(pollers, async () => {
      const { status } = await fetchResponse(url, list)
      if (status !== 200) throw new Error(`GET /tracks returned ${status}`)
    }),
    repeat(writers, (client, round) => {
      const request = requests[(round * writers + client) % requests.length]
      return request ? fetchBody(url, request) : Promise.resolve()
    }),
  ])
  clearInterval(sampling)
  console.log(
    `${formatCount(size)} tracks, ${pollers} clients that poll the list and ${writers} that write, ${seconds} s`,
  )
  console.log(`  the WAL at its peak      ${formatMegabytes(peak)}, target: at most ${formatMegabytes(maxPeak)}`)
  console.log(`  the WAL at the end       ${formatMegabytes(walSize())}`)
  console.log(`  the library              ${formatMegabytes(statSync(file).size)}`)
  console.log(`  ${formatTimes('lists', lists)}`)
  console.log(`  ${formatTimes('writes', writes)}`)
  return peak
}

function walSize() {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

function formatTimes(name: string, times: number[]) {
  const at = (fraction: number) => formatMs(times[Math.floor((times.length - 1) * fraction)] ?? 0)
  const count = `${formatCount(times.length)} ${name}`
  return `${count.padEnd(25)}p50 ${at(0.5)}, p99 ${at(0.99)}, the longest ${at(1)}`
}
