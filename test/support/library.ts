import { startSession } from '../../src/accounts/session/startSession.ts'
import { createUser, readRoleId } from '../../src/accounts/users/store.ts'
import { type ServerOptions, startServer } from '../../src/app/server.ts'
import type { Library } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { type Client, client } from './client.ts'
import { createLocation, nodeCount, requireFile } from './engine.ts'
import { startForwarder } from './forwarder.ts'
import { unaudited } from './unaudited.ts'

export const password = 'correct horse'

/** Its hash at the lowest cost, so that a login takes a millisecond in place of 40: a hash contains its cost. */
export const passwordHash = Bun.password.hashSync(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

export interface TestLibrary extends AsyncDisposable {
  /** The URL of the API, which ends in `/api`. */
  url: string
  /** The URL at which metrics are served, without a path. */
  metricsUrl: string | undefined
  /** The path of the file, or the URL of the database. */
  databaseUrl: string
  /** The SQLite file. @throws Error on PostgreSQL */
  readonly file: string
  library: Library
  /** A client without a token. */
  anonymous: Client
  user: Client
  admin: Client
  /** Creates an account with the password `password`, and logs it in. */
  createAccount(email: string, role?: 'admin' | 'user'): Promise<Client & { id: number }>
}

type Commands = NonNullable<ServerOptions['commands']>

interface Options extends Omit<Partial<ServerOptions>, 'commands'> {
  /** The commands of the console, or a function that makes them for the library that is created. */
  commands?: Commands | ((databaseUrl: string) => Promise<Commands>)
}

const resolveCommands = async (commands: NonNullable<Options['commands']>, databaseUrl: string): Promise<Commands> =>
  typeof commands === 'function' ? commands(databaseUrl) : commands

/**
 * Starts a server on a free port with a new library, one admin and one user. It stops, and its file or database is removed,
 * when it is disposed of. An open library in the options is served instead of a new one, and closed.
 */
export const startTestLibrary = async ({ commands, ...rest }: Options = {}): Promise<TestLibrary> => {
  const location = await createLocation()
  const options = { ...rest, ...(commands && { commands: await resolveCommands(commands, location.url) }) }
  const database = options.library ?? (await openLibrary(location.url))
  const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, ...options, library: database })
  const hasOthers = nodeCount > 1 && !options.library
  const others = hasOthers ? await startOtherNodes(location.url, server.origin, options) : undefined
  const url = `${(others ?? server).origin}/api`
  const anonymous = client(url)

  const localClient = options.demo ? { address: null, program: null } : { address: '127.0.0.1', program: 'Bun' }
  const createAccount = async (email: string, role: 'admin' | 'user' = 'user') => {
    const account = { name: email.split('@')[0] ?? '', email, hash: passwordHash }
    // A request would take longer than all else of a start.
    const { id, token } = await database.write(async (tx) => {
      const role_id = await readRoleId(tx.db, role)
      const user = await createUser(unaudited(tx), { ...account, role_id, email_set_by: 'admin' })
      const { session, audit } = await startSession(tx, user, { client: localClient, maxSessions: undefined })
      await audit({ action: 'login', record: `users/${user.id}` })
      return { id: user.id, token: session.token }
    })
    return { ...client(url, token), id }
  }

  return {
    url,
    metricsUrl: server.metricsOrigin,
    databaseUrl: location.url,
    get file() {
      return requireFile(location)
    },
    library: database,
    anonymous,
    admin: await createAccount('admin@example.com', 'admin'),
    user: await createAccount('user@example.com'),
    createAccount,
    [Symbol.asyncDispose]: async () => {
      await others?.[Symbol.asyncDispose]()
      await server.stop()
      await database.close()
      await location[Symbol.asyncDispose]()
    },
  }
}

/**
 * Starts the other servers of a library, as many as `nodeCount` says, and a forwarder, at which each connection goes to another one of
 * them all.
 */
const startOtherNodes = async (databaseUrl: string, firstOrigin: string, options: Partial<ServerOptions>) => {
  await using started = new AsyncDisposableStack()
  const ports = [Number(new URL(firstOrigin).port)]
  while (ports.length < nodeCount) {
    const library = await openLibrary(databaseUrl)
    started.defer(() => library.close())
    const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, ...options, library })
    started.defer(() => server.stop())
    ports.push(Number(new URL(server.origin).port))
  }
  const { port } = started.use(await startForwarder(...ports))
  const resources = started.move()
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
