import { autocannon } from './autocannon.ts'
import type { ApiRequest } from './http.ts'
import { wrk } from './wrk.ts'

export interface Load {
  /** Completed requests; those in flight at the end are not counted. */
  requests: number
  /** Requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** All bytes received, headers included. */
  bytes: number
  /** Responses with an error status, and requests without a response. */
  failures: number
}

export interface Job {
  url: string
  /** Sent in order, and again from the first. */
  requests: ApiRequest[]
  seconds: number
  connections: number
  /** For temporary files. */
  folder: string
}

/** Keeps all connections to a server busy for the job's time. */
export type Generator = (job: Job) => Promise<Load>

const generators: Record<string, Generator> = { wrk, autocannon }

/** The name of the load generator. wrk is preferred: it takes the least CPU from the server on the same machine. */
export const generator = process.env.BENCH_GENERATOR ?? (Bun.which('wrk') ? 'wrk' : 'autocannon')

/** @throws when a request fails, since the figures would be wrong. */
export const runLoad = async (job: Job): Promise<Load> => {
  const generate = generators[generator]
  if (!generate) throw new Error(`there is no generator ${generator}`)
  const load = await generate(job)
  if (load.failures > 0) throw new Error(`${load.failures} of ${load.requests} requests failed`)
  return load
}
