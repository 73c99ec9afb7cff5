import { withDefaultCommand } from './program/defaultCommand.ts'
import { createProgram } from './program/program.ts'
import { run } from './program/run.ts'
import { restartWithLateTopTier } from './program/topTier.ts'

const args = withDefaultCommand(process.argv.slice(2))
restartWithLateTopTier(args)
process.exitCode = await run(await createProgram(args), args)
