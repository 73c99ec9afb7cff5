import { autocannon } from './autocannon.ts'
import type { Generator, Job, Load } from './job.ts'
import { wrk } from './wrk.ts'

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
