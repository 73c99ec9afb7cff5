import { autocannon } from './autocannon.ts'
import type { Call } from './http.ts'
import { wrk } from './wrk.ts'

export interface Load {
  /** Requests that were answered. */
  requests: number
  /** Requests a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Everything that was received. */
  bytes: number
  /** Answers that are no success, and requests without one. */
  failures: number
}

export interface Job {
  url: string
  calls: Call[]
  seconds: number
  connections: number
  /** Where files may be laid. */
  folder: string
}

/** Keeps all connections of a server busy for a while. */
export type Generator = (job: Job) => Promise<Load>

const named: Record<string, Generator> = { wrk, autocannon }

/** wrk where it is there: it takes the least from the server that it shares the machine with. */
export const generator = process.env.BENCH_GENERATOR ?? (Bun.which('wrk') ? 'wrk' : 'autocannon')

export const load = async (job: Job): Promise<Load> => {
  const run = named[generator]
  if (!run) throw new Error(`there is no generator ${generator}`)
  const result = await run(job)
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`)
  return result
}
