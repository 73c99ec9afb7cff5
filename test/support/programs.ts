import { test } from 'bun:test'
import { askFor, findProgram, postgresPrograms, readPackages } from './packages.ts'

const packages = await readPackages()

// biome-ignore lint/suspicious/noExplicitAny: what a row has, and what a test returns, is up to the test, as it is for Bun
type Run = (...row: any[]) => any
type Define = (name: string, run: Run, timeoutMs?: number) => void

/** What tests that need programs use of Bun's `test`. */
export type DefineTest = Define & { each(rows: readonly unknown[]): Define }

/** Makes a function that may start programs while it runs: a test, or a hook of tests that need them. */
export const askingFor =
  (programs: readonly string[], run: Run): Run =>
  async (...row) => {
    using _ = askFor(programs)
    await run(...row)
  }

/** Tests that may start programs. @param bunTest - `test`, or one that skips them */
export const withPrograms = (programs: readonly string[], bunTest: DefineTest): DefineTest => {
  const define: Define = (name, run, timeoutMs) => bunTest(name, () => askingFor(programs, run)(), timeoutMs)
  const each: DefineTest['each'] = (rows) => (name, run, timeoutMs) =>
    bunTest.each(rows)(name, askingFor(programs, run), timeoutMs)
  return Object.assign(define, { each })
}

/** Whether one of these programs is missing. @throws Error if test/packages.txt does not know it */
export const isMissing = (programs: readonly string[]): boolean => {
  for (const program of programs)
    if (!packages.some((entry) => entry.program === program)) throw new Error(`${program} is not in test/packages.txt.`)
  return programs.some((program) => findProgram(program) === null)
}

/** A test that needs these programs, and is skipped where one of them is missing. No other test may start them. */
export const programTest = (...programs: string[]): DefineTest =>
  withPrograms(programs, test.skipIf(isMissing(programs)))

/** A test that is skipped where the server of PostgreSQL is not installed. */
export const postgresTest = programTest(...postgresPrograms)

/** The same for one that runs beside the others of its file. */
export const concurrentPostgresTest = withPrograms(
  postgresPrograms,
  test.concurrent.skipIf(isMissing(postgresPrograms)),
)
