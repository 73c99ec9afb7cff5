import { DatabaseUnavailable } from '../errors.ts'
import { describeError } from '../library/describeError.ts'
import type { Library } from '../library/library.ts'

/** Translates an error of using an open library into one with a line for the user who named it, where that is possible. */
export const describeLibraryError = async (error: unknown, { engine, name }: Library): Promise<unknown> => {
  if (engine === 'sqlite') return describeError(error, name)
  if (!(error instanceof DatabaseUnavailable)) return error
  // Most libraries are files: what PostgreSQL needs is loaded only for it.
  return (await import('../library/postgres/describeError.ts')).describePostgresError(error, name)
}
