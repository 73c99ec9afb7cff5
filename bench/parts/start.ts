import { alternate } from '../alternate.ts'
import { compareFigures } from '../builds.ts'
import { getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { median } from '../measure.ts'
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
    const [database, baselineDatabase] = [copyLibrary(source), copyLibrary(source)]
    const row = measureRow(`with ${formatCount(defaultSize)} tracks`, async () => {
      const [times, baselineTimes, constantTimes] = await alternate(
        starts,
        () => timeFirstResponse(source, (port) => serviceCommand(programs.service, database, port)),
        () => timeFirstResponse(source, (port) => baselineCommand(programs.baseline, baselineDatabase, port)),
        () => timeFirstResponse(source, (port) => constantCommand(programs.constant, port)),
      )
      const [time, baselineTime, constantTime] = [median(times), median(baselineTimes), median(constantTimes)]
      return [
        formatMs(time),
        formatMs(baselineTime),
        formatRatio(time / baselineTime),
        formatMs(constantTime),
        formatRatio(time / constantTime),
        ...judge(time, maxTime),
      ]
    })
    const columns = ['time', "the baseline's", 'ratio', "the constant's", 'ratio', 'target', 'met']
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
the baseline on a copy of the library, and with the executable that sends a constant; medians of ${starts} starts of each, in turn.
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
