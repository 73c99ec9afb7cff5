import { expect } from 'bun:test'
import { openLibrary } from '../../src/library/open.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { postgresTest as test } from '../support/programs.ts'

// Servers and databases that could lose what they have acknowledged, or that are not the library's.

const expectRejected = async (postgres: Postgres, message: RegExp, database?: string) => {
  const name = database ?? (await postgres.createDatabase())
  await expect(openLibrary(postgres.url(name))).rejects.toThrow(message)
}

test('a server whose settings can lose acknowledged writes, a foreign database, another encoding and a standby are rejected', async () => {
  await using postgres = await startPostgres()
  for (const [setting, value] of [
    ['synchronous_commit', 'remote_write'],
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
  ] as const) {
    await postgres.query(`ALTER SYSTEM SET ${setting} = '${value}'`)
    await postgres.query('SELECT pg_reload_conf()')
    await expectRejected(postgres, new RegExp(`Its setting ${setting} is "${value}"`))
    await postgres.query(`ALTER SYSTEM RESET ${setting}`)
  }
  await postgres.query('SELECT pg_reload_conf()')

  const foreign = await postgres.createDatabase()
  await postgres.query('CREATE TABLE invoices (id int)', foreign)
  await expectRejected(postgres, /has tables of another program/, foreign)
  await postgres.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  await expectRejected(postgres, /Its encoding is LATIN1/, 'latin')

  await using standby = await postgres.createStandby()
  await expectRejected(standby, /It is a standby server/, 'postgres')
})
