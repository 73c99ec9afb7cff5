import { createProgram } from './cli/program.ts'
import { run } from './cli/run.ts'

process.exitCode = await run(createProgram(), process.argv.slice(2))
