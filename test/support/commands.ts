import { createChildCommands } from '../../src/program/childCommands.ts'
import { binary } from './binary.ts'

/**
 * Runs commands of the executable, for a server in the process of a test.
 * @param databaseUrl - of a library on PostgreSQL; a file is named by a flag
 */
export const executableCommands = async (databaseUrl?: string) =>
  createChildCommands({
    program: [await binary()],
    databaseUrl: databaseUrl?.startsWith('postgres:') ? databaseUrl : undefined,
  })
