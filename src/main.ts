import { withDefaultCommand } from './program/defaultCommand.ts'
import { createProgram } from './program/program.ts'
import { run } from './program/run.ts'

const args = withDefaultCommand(process.argv.slice(2))
process.exitCode = await run(await createProgram(args), args)
