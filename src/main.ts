import { createProgram } from './cli/program.ts'
import { run, withDefaultCommand } from './cli/run.ts'

const args = withDefaultCommand(process.argv.slice(2))
process.exitCode = await run(await createProgram(args), args)
