import { get } from '../http.ts'
import { copyOf } from '../library.ts'
import { median } from '../measure.ts'
import { type Part, size } from '../part.ts'
import { commands, spawn, stop } from '../servers.ts'
import { judged, milliseconds, row } from '../table.ts'
import { connect } from '../wire.ts'

const runs = 15

export const start: Part = async ({ programs, library }) => {
  const source = await library(size)
  const database = copyOf(source)
  const call = get(source.admin, '/labels/7')
  const firstAnswer = async (command: (port: number) => string[]) => {
    const port = freePort()
    const from = performance.now()
    const child = spawn(command(port))
    try {
      for (;;) {
        const line = await connect(`http://127.0.0.1:${port}/api`, call).catch(() => undefined)
        if (line) {
          await line.ask()
          line.end()
          return performance.now() - from
        }
        if (performance.now() - from > 20_000) throw new Error('no answer within 20 seconds')
        await Bun.sleep(1)
      }
    } finally {
      await stop(child)
    }
  }
  const rows = [
    await row(`with ${size.toLocaleString('en')} tracks`, async () => {
      const mine: number[] = []
      const other: number[] = []
      for (let run = 0; run < runs; run++) {
        mine.push(await firstAnswer((port) => commands.ours(programs, database, port)))
        other.push(await firstAnswer((port) => commands.constant(programs, port)))
      }
      const [time, least] = [median(mine), median(other)]
      return [milliseconds(time), milliseconds(least), ...judged(time / least, 'at most', 2)]
    }),
  ]
  return [{ title: 'Starting', about, columns: ['time', "the constant's", 'ratio', 'target', 'met'], rows }]
}

const about = `From starting the executable on a library that is there already to the first answer of \`GET /labels/7\`, beside
the executable that answers a constant; medians of ${runs} starts of each, in turn. What measures tries to connect every
millisecond.`

const freePort = () => {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
