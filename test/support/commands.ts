import { join } from 'node:path'
import { createChildCommands } from '../../src/cli/childCommands.ts'

/** Runs commands of the program from source, for a server in the process of a test. */
export const sourceCommands = () =>
  createChildCommands({ program: [process.execPath, join(import.meta.dir, '../../src/main.ts')] })
