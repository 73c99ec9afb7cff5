import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

// The command line of bench/run.ts.

const usage = 'bun run bench [part …] [--million] | bun run bench --against FILE [part …]'

const parse = () => {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { million: { type: 'boolean', default: false }, against: { type: 'string' } },
    })
  } catch (error) {
    return exitWithUsage(error instanceof Error ? error.message : String(error))
  }
}

export const exitWithUsage = (message: string): never => {
  console.error(`${message}\nUsage: ${usage}`)
  process.exit(2)
}

const { values, positionals } = parse()

/** Parts to run; all of them when empty. */
export const partNames = positionals

/** Whether to measure a library of a million tracks, too. */
export const { million } = values

/** Another executable of this program, to compare with. */
export const { against } = values

if (against !== undefined && !existsSync(against)) exitWithUsage(`There is no file ${against}.`)
