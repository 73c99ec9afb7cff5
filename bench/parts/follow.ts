import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { alternatePair } from '../compare.ts'
import { copyLibrary } from '../library.ts'
import { rounds, seconds } from '../options.ts'
import { defaultSize, type Part } from '../part.ts'
import { cpuTime } from '../process.ts'
import { probe, readResult, startScript } from '../scripts.ts'
import { type Server, startService } from '../servers.ts'
import { atMost, formatCount, formatMs, judge, measureRow } from '../table.ts'

const streams = 1_000

const about = `Ten changes a second, while another program requests one label every 5 ms, with ${formatCount(streams)} streams of changes
and without one. The share is that of a core which the server takes more with the streams than without them. All streams must have got the last
change.`

interface Run {
  p99: number
  /** The share of a core that the server takes. */
  share: number
}

/** @param ready - the file that the script makes when all streams are open */
const measureWith = async (count: number, server: Server, token: string, ready: string): Promise<Run> => {
  const child = startScript('followers.ts', [server.url, token, String(count), ready], (4 * seconds + 60) * 1000)
  const result = readResult<{ current: number }>(child)
  while (!existsSync(ready)) await Promise.race([Bun.sleep(20), result])
  const [cpu, start] = [cpuTime(server.pid), performance.now()]
  const { p99 } = await probe(server, token)
  const share = (cpuTime(server.pid) - cpu) / 1000 / (performance.now() - start)
  await child.stdin.end()
  const { current } = await result
  if (current !== count) throw new Error(`${current} of ${count} streams got the last change`)
  return { p99, share }
}

export const follow: Part = {
  async measure({ folder, service: executable, library }) {
    const source = await library(defaultSize)
    const env = { STREAMS_PER_ACCOUNT: String(streams), STREAMS_PER_CLIENT: String(streams) }
    await using service = await startService(executable, copyLibrary(source), env)
    let run = 0
    const measure = (count: number) => measureWith(count, service, source.admin, join(folder, `ready-${run++}`))
    const row = await measureRow(`${formatCount(streams)} streams`, async () => {
      const [{ p99, share }, { p99: busyP99, share: busyShare }] = await alternatePair(
        rounds,
        () => measure(0),
        () => measure(streams),
      )
      const more = busyShare - share
      const percent = (value: number) => `${(value * 100).toFixed(1)} %`
      return [
        formatMs(p99),
        formatMs(busyP99),
        percent(share),
        percent(busyShare),
        percent(more),
        ...judge(more, atMost(0.05, '5 %')),
      ]
    })
    const columns = ['p99', 'p99 with', 'CPU', 'CPU with', 'share', 'target', 'met']
    return [{ title: 'Following changes', about, columns, rows: [row] }]
  },
}
