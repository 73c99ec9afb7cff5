import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

// The command line and the variables of bench/run.ts.

const parse = () => {
  try {
    return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options: { against: { type: 'string' } } })
  } catch (error) {
    return exitWithUsage(error instanceof Error ? error.message : String(error))
  }
}

export const exitWithUsage = (message: string): never => {
  console.error(`${message}\nUsage: bun run bench [--against FILE] [part …]`)
  process.exit(2)
}

const parsePositiveInteger = (name: string, defaultValue: number) => {
  const value = Number(process.env[name] ?? defaultValue)
  if (!Number.isInteger(value) || value < 1) exitWithUsage(`${name} must be a whole number from 1.`)
  return value
}

const { values, positionals } = parse()

/** Parts to run; all of them when empty. */
export const partNames = positionals

/** Another executable of this program, to compare with. */
export const { against } = values

if (against !== undefined && !existsSync(against)) exitWithUsage(`There is no file ${against}.`)

/** Connections that the load generator keeps busy. */
export const connections = 32

/** Rounds of each measurement; the median is reported. Two builds differ by less than a build and a baseline. */
export const rounds = parsePositiveInteger('BENCH_ROUNDS', against === undefined ? 3 : 5)

/** Length of one round, in whole seconds. */
export const seconds = parsePositiveInteger('BENCH_SECONDS', 2)

/** More requests than any server completes in one round. */
export const maxRequestsPerRound = seconds * 100_000
