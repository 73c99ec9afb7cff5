import { alternate, median } from '../compare.ts'
import { getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { type Bench, defaultSize, otherBuild, type Part } from '../part.ts'
import { cpuTime } from '../process.ts'
import { connect } from '../rawConnection.ts'
import { baselineCommand, constantCommand, serviceCommand, spawn, stop } from '../servers.ts'
import { atMost, formatCount, formatMs, formatRatio, judge, measureRow, type Row } from '../table.ts'

const starts = 15
const startTimeoutMs = 20_000

const about = `From starting the executable on an existing library to the first response to \`GET /labels/7\`, compared with
[a minimal service](baseline/minimal.ts) on the same parts, on a copy of the library, and with the executable that sends
a constant; medians of ${starts} starts of each, in turn.
The bench tries to connect every millisecond. CPU is that of all threads of the process until the first response, in steps of 10 ms, as a mean.
The target limits the time itself, not a ratio.`

type CreateCommand = (port: number) => string[]

export const start: Part = {
  comparesBuilds: true,
  async measure(bench) {
    const source = await bench.library(defaultSize)
    const database = copyLibrary(source)
    const rows: Row[] = []
    for (const [name, createOther] of await createOthers(bench, copyLibrary(source))) {
      const row = measureRow(`with ${formatCount(defaultSize)} tracks: ${name}`, async () => {
        const runs = await alternate(
          starts,
          () => measureFirstResponse(source, (port) => serviceCommand(bench.service, database, port)),
          () => measureFirstResponse(source, createOther),
        )
        const times = runs.map((of) => median(of.map(({ time }) => time))) as [number, number] // one of each executable
        // The resolution is as long as a short start.
        const cpus = runs.map((of) => of.reduce((sum, { cpu }) => sum + cpu, 0) / starts) as [number, number] // the same
        return [
          ...[...times.map(formatMs), formatRatio(times[0] / times[1])],
          ...[...cpus.map(formatMs), formatRatio(cpus[0] / cpus[1])],
          ...judge(times[0], atMost(60, '60 ms')),
        ]
      })
      rows.push(await row)
    }
    const columns = ['time', "the other's", 'ratio', 'CPU', "the other's", 'ratio', 'target', 'met']
    return [{ title: 'Starting', about, columns, rows }]
  },
}

const createOthers = async ({ against, compile }: Bench, database: string): Promise<[string, CreateCommand][]> => {
  if (against !== undefined) return [[otherBuild, (port) => serviceCommand(against, database, port)]]
  const [minimal, constant] = [await compile('minimal'), await compile('constant')]
  return [
    ['minimal', (port) => baselineCommand(minimal, database, port)],
    ['constant', (port) => constantCommand(constant, port)],
  ]
}

/** Starts a server on a free port, and stops it after its first response. @returns milliseconds */
const measureFirstResponse = async ({ admin }: Library, createCommand: CreateCommand) => {
  const port = findFreePort()
  const begin = performance.now()
  const child = spawn(createCommand(port))
  try {
    for (;;) {
      const request = getRequest(admin, '/labels/7')
      const connection = await connect(`http://127.0.0.1:${port}/api`, request).catch(() => undefined)
      if (connection) {
        await connection.send()
        connection.end()
        return { time: performance.now() - begin, cpu: cpuTime(child.pid) / 1000 }
      }
      if (performance.now() - begin > startTimeoutMs) throw new Error(`no response within ${startTimeoutMs} ms`)
      await Bun.sleep(1)
    }
  } finally {
    await stop(child)
  }
}

const findFreePort = () => {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
