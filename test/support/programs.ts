import { test } from 'bun:test'
import { findProgram, readPackages } from './packages.ts'

const packages = await readPackages()

/** A test that is skipped where one of these programs is missing. */
export const programTest = (...programs: string[]) => {
  for (const program of programs) {
    if (!packages.some((entry) => entry.program === program)) throw new Error(`${program} is not in test/packages.txt.`)
  }
  return test.skipIf(isMissing(programs))
}

const isMissing = (programs: string[]) => programs.some((program) => !findProgram(program))

const postgresPrograms = ['initdb', 'setpriv']

/** A test that is skipped where the server of PostgreSQL is not installed. */
export const postgresTest = programTest(...postgresPrograms)

/** The same for one that runs beside the others of its file. */
export const concurrentPostgresTest = test.concurrent.skipIf(isMissing(postgresPrograms))
