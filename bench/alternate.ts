import { startCpuCount } from './cpu.ts'
import type { ApiRequest } from './http.ts'
import type { Load } from './job.ts'
import { runLoad } from './load.ts'
import { median } from './measure.ts'
import type { Server } from './servers.ts'
import { connections, rounds, seconds } from './settings.ts'

/**
 * Runs every side once per round, in turn, so that noise of the machine affects all sides alike.
 * @returns for each side its results, one per round.
 */
export const alternate = async <Sides extends ((round: number) => Promise<unknown>)[]>(
  count: number,
  ...sides: Sides
): Promise<{ [Index in keyof Sides]: Awaited<ReturnType<Sides[Index]>>[] }> => {
  const results = sides.map((): unknown[] => [])
  for (let round = 0; round < count; round++) {
    for (const [index, side] of sides.entries()) results[index]?.push(await side(round))
  }
  // TypeScript does not infer that the list at `index` has the results of the side at `index`.
  return results as { [Index in keyof Sides]: Awaited<ReturnType<Sides[Index]>>[] }
}

export interface MeasuredLoad extends Load {
  /** CPU time of the server per request, in microseconds; undefined on a system without /proc. */
  cpu: number | undefined
}

export interface Side {
  server: Server
  /** The requests of a round. Round 0 warms the server up and is not measured. */
  requests: (round: number) => ApiRequest[]
  /** Runs the load of a round and checks its result. @throws when the result is wrong. */
  check?: (run: () => Promise<MeasuredLoad>) => Promise<MeasuredLoad>
}

/** Loads both sides in turn, round after round. @returns the medians of each side. */
export const alternateLoads = async (
  folder: string,
  first: Side,
  second: Side,
): Promise<[MeasuredLoad, MeasuredLoad]> => {
  const [firstLoads, secondLoads] = await alternate(rounds + 1, loadSide(folder, first), loadSide(folder, second))
  return [medianLoad(firstLoads.slice(1)), medianLoad(secondLoads.slice(1))]
}

const loadSide =
  (folder: string, { server, requests, check = (run) => run() }: Side) =>
  async (round: number) => {
    const job = {
      url: server.url,
      requests: requests(round),
      seconds: round === 0 ? 1 : seconds,
      connections,
      folder,
    }
    return check(async () => {
      const cpuPerRequest = startCpuCount(server)
      const load = await runLoad(job)
      if (round > 0 && load.requests === 0) throw new Error(`no request was completed in ${seconds} s`)
      return { ...load, cpu: cpuPerRequest(load.requests) }
    })
  }

const medianLoad = (loads: MeasuredLoad[]): MeasuredLoad => {
  const medianOf = (name: keyof Load) => median(loads.map((load) => load[name]))
  const cpus = loads.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]))
  return {
    requests: medianOf('requests'),
    rate: medianOf('rate'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    bytes: medianOf('bytes'),
    failures: medianOf('failures'),
    cpu: cpus.length > 0 ? median(cpus) : undefined,
  }
}
