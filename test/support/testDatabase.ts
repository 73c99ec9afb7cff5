import { requireAsked } from './packages.ts'
import { type PostgresAddress, postgresAt } from './postgres.ts'
import { shared } from './shared/shared.ts'

/** The server that all tests share. No test stops it. */
export const sharedPostgres = async (): Promise<PostgresAddress> => {
  requireAsked('postgres')
  return postgresAt(Number(await shared('postgres')))
}

/** Creates a database on the shared server: an empty one, or a copy of a database to which nothing is connected. */
export const createTestDatabase = async (template?: string): Promise<{ url: string } & AsyncDisposable> => {
  const postgres = await sharedPostgres()
  const name = await postgres.createDatabase(template)
  return {
    url: postgres.url(name),
    [Symbol.asyncDispose]: async () => {
      await postgres.query(`DROP DATABASE "${name}" WITH (FORCE)`)
    },
  }
}
