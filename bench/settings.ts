import { against } from './options.ts'

/** Connections that the load generator keeps busy. */
export const connections = 32

/** Rounds of each measurement; the median is reported. Two builds differ by less than a build and a baseline. */
export const rounds = parsePositiveInteger('BENCH_ROUNDS', against === undefined ? 3 : 5)

/** Length of one round, in whole seconds. */
export const seconds = parsePositiveInteger('BENCH_SECONDS', 2)

/** More requests than any server completes in one round. */
export const maxRequestsPerRound = seconds * 100_000

function parsePositiveInteger(name: string, defaultValue: number) {
  const value = Number(process.env[name] ?? defaultValue)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1.`)
  return value
}
