import { createUser, readRoleId } from '../../src/accounts/users/store.ts'
import type { Library } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { maxMs } from '../support/bounds.ts'
import { client } from '../support/client.ts'
import { password, passwordHash } from '../support/library.ts'
import type { PostgresAddress } from '../support/postgres.ts'
import { unaudited } from '../support/unaudited.ts'
import { type Node, type StartServer, startNode } from './node.ts'

/** Nodes that serve one library. */
export interface Cluster extends AsyncDisposable {
  nodes: Node[]
  /** The URL of the database, without a forwarder. */
  databaseUrl: string
  /** The library, open in this process, without a forwarder. */
  library: Library
  adminToken: string
  /** Creates an account with the password `password`. @returns a token of it */
  createAccount(email: string, role?: 'admin' | 'user'): Promise<string>
}

const nodeCount = 3

/** Creates a library in a new database, and starts three nodes that serve it. */
export const startCluster = async (postgres: PostgresAddress, startServer: StartServer): Promise<Cluster> => {
  const databaseUrl = postgres.url(await postgres.createDatabase())
  await using opened = new AsyncDisposableStack()
  const library = await openLibrary(databaseUrl)
  opened.defer(() => library.close())
  const nodes = await Promise.all(
    Array.from({ length: nodeCount }, async () => opened.use(await startNode(databaseUrl, startServer))),
  )
  const createAccount = async (email: string, role: 'admin' | 'user' = 'user') => {
    const account = { name: email.split('@')[0] ?? '', email, hash: passwordHash }
    await library.write(async (tx) =>
      createUser(unaudited(tx), { ...account, role_id: await readRoleId(tx.db, role), email_set_by: 'admin' }),
    )
    const { body } = await client(nodes[0]?.url ?? '').post('/login', { email, password })
    return body.token
  }
  const adminToken = await createAccount('admin@example.com', 'admin')
  const resources = opened.move()
  return {
    nodes,
    databaseUrl,
    library,
    adminToken,
    createAccount,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Calls `work` until it returns true. @throws Error when that takes too long */
export const waitUntil = async (work: () => Promise<boolean> | boolean, timeoutMs = maxMs(20_000)): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  while (!(await work())) {
    if (performance.now() > deadline) throw new Error(`It takes longer than ${timeoutMs} ms.`)
    await Bun.sleep(10)
  }
}
