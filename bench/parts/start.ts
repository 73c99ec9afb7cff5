import { alternate } from '../alternate.ts'
import { compareFigures } from '../builds.ts'
import { cpuTime } from '../cpu.ts'
import { getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { measure, median, timeTask } from '../measure.ts'
import { defaultSize, type Part } from '../part.ts'
import { connect } from '../rawConnection.ts'
import { baselineCommand, constantCommand, serviceCommand, spawn, stop } from '../servers.ts'
import { atMost, formatCount, formatMs, formatRatio, judge, measureRow } from '../table.ts'

const starts = 15
const startTimeoutMs = 20_000
const maxTime = atMost(60, '60 ms')

export const start: Part = {
  async measure({ programs, library }) {
    const source = await library(defaultSize)
    const [database, baselineDatabase, minimalDatabase] = [1, 2, 3].map(() => copyLibrary(source)) as [
      string,
      string,
      string,
    ] // as many
    const row = measureRow(`with ${formatCount(defaultSize)} tracks`, async () => {
      const [runs, baselineRuns, minimalRuns, constantRuns, versionTimes, helpTimes] = await alternate(
        starts,
        () => measureFirstResponse(source, (port) => serviceCommand(programs.service, database, port)),
        () => measureFirstResponse(source, (port) => baselineCommand(programs.baseline, baselineDatabase, port)),
        () => measureFirstResponse(source, (port) => baselineCommand(programs.minimal, minimalDatabase, port)),
        () => measureFirstResponse(source, (port) => constantCommand(programs.constant, port)),
        () => timeTask(() => measure([programs.service, '--version'])),
        () => timeTask(() => measure([programs.service, '--help'])),
      )
      const time = medianTime(runs)
      const compared = [baselineRuns, minimalRuns, constantRuns].flatMap((others) => [
        formatMs(medianTime(others)),
        formatRatio(time / medianTime(others)),
      ])
      const commands = [versionTimes, helpTimes].map((times) => formatMs(median(times)))
      return [formatMs(time), meanCpu(runs), ...compared, ...commands, ...judge(time, maxTime)]
    })
    const others = ["the baseline's", "the minimal one's", "the constant's"].flatMap((name) => [name, 'ratio'])
    const columns = ['time', 'CPU', ...others, '--version', '--help', 'target', 'met']
    return [{ title: 'Starting', about, columns, rows: [await row] }]
  },

  async compareBuilds({ current, other, library }) {
    const source = await library(defaultSize)
    const [database, otherDatabase] = [copyLibrary(source), copyLibrary(source)]
    const row = measureRow('start-up to first response', async () => {
      const [runs, otherRuns] = await alternate(
        starts,
        () => measureFirstResponse(source, (port) => serviceCommand(current, database, port)),
        () => measureFirstResponse(source, (port) => serviceCommand(other, otherDatabase, port)),
      )
      const verdict = { format: formatMs, target: maxTime, subject: 'value' } as const
      return compareFigures({ value: medianTime(runs) }, { value: medianTime(otherRuns) }, verdict)
    })
    return [await row]
  },
}

const about = `From starting the executable on an existing library to the first response to \`GET /labels/7\`, compared with
the baseline on a copy of the library, with [a minimal service](baseline/minimal.ts) on the same parts, and with the executable that sends
a constant; beside it the whole processes of \`--version\` and \`--help\`; medians of ${starts} starts of each, in turn.
The bench tries to connect every millisecond. CPU is that of all threads of the process until the first response, in steps of 10 ms, as a
mean. The target limits the time itself, not a ratio.`

interface Start {
  /** Until the first response, in milliseconds. */
  time: number
  /** CPU time until then, in microseconds; undefined on a system without /proc. */
  cpu: number | undefined
}

const medianTime = (runs: Start[]) => median(runs.map(({ time }) => time))

const meanCpu = (runs: Start[]) => {
  const cpus = runs.flatMap(({ cpu }) => cpu ?? [])
  return cpus.length === 0 ? '' : formatMs(cpus.reduce((sum, cpu) => sum + cpu, 0) / cpus.length / 1000)
}

/** Starts a server on a free port, and stops it after its first response. */
const measureFirstResponse = async ({ admin }: Library, createCommand: (port: number) => string[]): Promise<Start> => {
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
        return { time: performance.now() - begin, cpu: cpuTime(child.pid) }
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
