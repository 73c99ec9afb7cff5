import { join } from 'node:path'
import { createChildCommands } from '../../src/cli/childCommands.ts'

/**
 * Runs commands of the program from source, for a server in the process of a test.
 * @param databaseUrl - of a library on PostgreSQL; a file is named by a flag
 */
export const sourceCommands = (databaseUrl?: string) =>
  createChildCommands({
    program: [process.execPath, join(import.meta.dir, '../../src/main.ts')],
    databaseUrl: databaseUrl?.startsWith('postgres:') ? databaseUrl : undefined,
  })
