import { withDefaultCommand } from './cli/defaultCommand.ts'
import { createProgram } from './cli/program.ts'
import { run } from './cli/run.ts'

const args = withDefaultCommand(process.argv.slice(2))
process.exitCode = await run(await createProgram(args), args)
