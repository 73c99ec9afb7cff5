import type { Call } from './http.ts'
import { type Load, load } from './load.ts'
import { median } from './measure.ts'
import type { Server } from './servers.ts'
import { connections, rounds, seconds } from './settings.ts'

type Loading = () => Promise<Load>

export interface Side {
  server: Server
  /** What is sent in a round; round 0 warms the server up. */
  calls: (round: number) => Call[]
  /** Looks at the load of a round, or counts what it did. @throws when it was not what it should be. */
  watched?: (load: Loading) => Promise<Load>
}

/** Loads the sides in turn, round after round, so that a noisy machine is as noisy for each. The medians of each side. */
export const race = async (folder: string, sides: Side[]): Promise<Load[]> => {
  const loads: Load[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { server, calls, watched = (run: Loading) => run() }] of sides.entries()) {
      const job = { url: server.url, calls: calls(round), seconds: round === 0 ? 1 : seconds, connections, folder }
      const result = await watched(() => load(job))
      if (round === 0) continue
      if (result.requests === 0) throw new Error(`no request was answered in ${seconds} seconds`)
      loads[at]?.push(result)
    }
  }
  return loads.map(typical)
}

const typical = (loads: Load[]): Load => {
  const of = (name: keyof Load) => median(loads.map((load) => load[name]))
  return {
    requests: of('requests'),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    bytes: of('bytes'),
    failures: of('failures'),
  }
}
