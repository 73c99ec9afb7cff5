import { createProgram } from './cli/program.ts'
import { run, withCommand } from './cli/run.ts'

const words = withCommand(process.argv.slice(2))
process.exitCode = await run(await createProgram(words), words)
