import { join } from 'node:path'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { serveBinary } from '../../support/binary.ts'
import { type Client, client } from '../../support/client.ts'
import { emptyFolder } from '../../support/folder.ts'
import { password, startTestLibrary } from '../../support/library.ts'
import { openSql } from '../../support/sql.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'
import { Names } from './names.ts'

/** One of the two servers on which the same is done. */
export interface Side extends AsyncDisposable {
  databaseUrl: string
  /** Two admins and two users. */
  callers: readonly Client[]
  names: Names
  /** The newest entry of the audit trail that was read. */
  lastEntry: number
  /** The cursor of the changes that were read. */
  cursor: string
}

const others = ['second-admin@example.com', 'second-user@example.com'] as const

const startSide = (databaseUrl: string, callers: readonly Client[], resources: AsyncDisposableStack): Side => ({
  ...{ databaseUrl, callers, names: new Names(), lastEntry: 0, cursor: 'now' },
  [Symbol.asyncDispose]: () => resources.disposeAsync(),
})

/** Serves a new library in this process. @param databaseUrl - an empty database; by default, a library of the engine of this run */
const startHere = async (resources: AsyncDisposableStack, databaseUrl?: string): Promise<Side> => {
  const options = databaseUrl === undefined ? {} : { library: await openLibrary(databaseUrl) }
  const library = resources.use(await startTestLibrary(options))
  const second = await library.createAccount(others[0], 'admin')
  const callers = [library.admin, second, library.user, await library.createAccount(others[1])]
  return startSide(databaseUrl ?? library.databaseUrl, callers, resources)
}

/** A server of this process. */
export const startFirst = (): Promise<Side> => startHere(new AsyncDisposableStack())

/** A server of this process, with a library on PostgreSQL. */
export const startOnPostgres = async (): Promise<Side> => {
  const resources = new AsyncDisposableStack()
  const { url } = resources.use(await createTestDatabase())
  return startHere(resources, url)
}

/** An executable of this program, with a library in a file. The accounts have the ids that they have on the other side. */
export const startExecutable = async (program: string): Promise<Side> => {
  const resources = new AsyncDisposableStack()
  const folder = resources.use(emptyFolder())
  const databaseUrl = join(folder.path, 'library.db')
  const email = 'admin@example.com'
  const env = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  const server = resources.use(
    await serveBinary(['--database', databaseUrl], { cwd: folder.path, env, program, timeoutMs: 3_600_000 }),
  )
  // The log is read, so that the pipe never fills up.
  server.waitForOutput('Stopped.').catch(() => {})
  const logIn = async (address: string) => {
    const { body } = await client(server.url).post('/login', { email: address, password })
    return client(server.url, body.token)
  }
  const admin = await logIn(email)
  const { role_id } = (await admin.get('/me')).body
  const create = async (address: string, role = {}) => {
    await admin.post('/users', { name: address.split('@')[0], email: address, password, ...role })
    return logIn(address)
  }
  const user = await create('user@example.com')
  const second = await create(others[0], { role_id })
  return startSide(databaseUrl, [admin, second, user, await create(others[1])], resources)
}

/** The accounts that like tracks, and are deleted one after another. They have the next ids. */
export const fanCount = 8

/** Gives every second record a key, as records have that were seeded, and adds accounts with likes. */
export const addKeysAndFans = async ({ databaseUrl, callers }: Side): Promise<void> => {
  await using sql = openSql(databaseUrl)
  for (const name of resourceNames) await sql.query(`UPDATE ${name} SET key = 'key ' || id WHERE id % 2 = 0`)
  const stamp = "'2026-01-02T03:04:05.678901Z'"
  for (let n = 1; n <= fanCount; n++) {
    await sql.query(`INSERT INTO users (name, email, password, role_id, created_at, updated_at)
      SELECT 'Fan', 'fan-${n}@example.com', 'none', id, ${stamp}, ${stamp} FROM roles WHERE name = 'user'`)
    await sql.query(`INSERT INTO likes (user_id, track_id, created_at)
      SELECT ${callers.length + n}, id, ${stamp} FROM tracks WHERE id % ${n + 2} = 0 ORDER BY id`)
  }
}
