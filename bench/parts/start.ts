import { alternate } from '../alternate.ts'
import { compareFigures } from '../builds.ts'
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
      const [times, baselineTimes, minimalTimes, constantTimes, versionTimes] = await alternate(
        starts,
        () => timeFirstResponse(source, (port) => serviceCommand(programs.service, database, port)),
        () => timeFirstResponse(source, (port) => baselineCommand(programs.baseline, baselineDatabase, port)),
        () => timeFirstResponse(source, (port) => baselineCommand(programs.minimal, minimalDatabase, port)),
        () => timeFirstResponse(source, (port) => constantCommand(programs.constant, port)),
        () => timeTask(() => measure([programs.service, '--version'])),
      )
      const time = median(times)
      const compared = [baselineTimes, minimalTimes, constantTimes].flatMap((others) => [
        formatMs(median(others)),
        formatRatio(time / median(others)),
      ])
      return [formatMs(time), ...compared, formatMs(median(versionTimes)), ...judge(time, maxTime)]
    })
    const others = ["the baseline's", "the minimal one's", "the constant's"].flatMap((name) => [name, 'ratio'])
    const columns = ['time', ...others, '--version', 'target', 'met']
    return [{ title: 'Starting', about, columns, rows: [await row] }]
  },

  async compareBuilds({ current, other, library }) {
    const source = await library(defaultSize)
    const [database, otherDatabase] = [copyLibrary(source), copyLibrary(source)]
    const row = measureRow('start-up to first response', async () => {
      const [times, otherTimes] = await alternate(
        starts,
        () => timeFirstResponse(source, (port) => serviceCommand(current, database, port)),
        () => timeFirstResponse(source, (port) => serviceCommand(other, otherDatabase, port)),
      )
      const verdict = { format: formatMs, target: maxTime, subject: 'value' } as const
      return compareFigures({ value: median(times) }, { value: median(otherTimes) }, verdict)
    })
    return [await row]
  },
}

const about = `From starting the executable on an existing library to the first response to \`GET /labels/7\`, compared with
the baseline on a copy of the library, with [a minimal service](baseline/minimal.ts) on the same parts, and with the executable that sends
a constant; beside it the whole process of \`--version\`; medians of ${starts} starts of each, in turn.
The bench tries to connect every millisecond. The target limits the time itself, not a ratio.`

/** Starts a server on a free port. @returns the milliseconds until its first response. */
const timeFirstResponse = async ({ admin }: Library, createCommand: (port: number) => string[]) => {
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
        return performance.now() - begin
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
