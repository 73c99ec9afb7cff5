import { startServer } from '../../src/app/server.ts'
import { openLibrary } from '../../src/library/open.ts'
import { serveBinary } from '../support/binary.ts'
import { type Forwarder, startForwarder } from '../support/forwarder.ts'

/** A node of the library: a server with a link of its own to PostgreSQL, which tests can cut. */
export interface Node extends AsyncDisposable {
  /** The address of the server, without a path. It changes when the server is started again. */
  readonly origin: string
  /** The address of the API. */
  readonly url: string
  forwarder: Forwarder
  /** Ends the server, with SIGKILL if it is a process. */
  kill(): Promise<void>
  /** Starts it after `kill`. */
  start(): Promise<void>
}

interface RunningServer {
  origin: string
  kill(): Promise<void>
}

/** Starts a server with a library. */
export type StartServer = (databaseUrl: string) => Promise<RunningServer>

export const startInProcess: StartServer = async (databaseUrl) => {
  const library = await openLibrary(databaseUrl)
  const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, library })
  return {
    origin: server.origin,
    kill: async () => {
      await server.stop()
      await library.close()
    },
  }
}

/** Runs the executable, for at most twelve hours. */
export const startProcess: StartServer = async (databaseUrl) => {
  const env = { DATABASE_URL: databaseUrl }
  const server = await serveBinary([], { cwd: '/', env, timeoutMs: 43_200_000 })
  return { origin: new URL(server.url).origin, kill: server.kill }
}

/** Starts a node. @param databaseUrl - without the forwarder */
export const startNode = async (databaseUrl: string, startServer: StartServer): Promise<Node> => {
  const forwarder = await startForwarder(Number(new URL(databaseUrl).port))
  let server: RunningServer | undefined = await startServer(forwarder.through(databaseUrl))
  let origin = server.origin
  const kill = async () => {
    const killed = server
    server = undefined
    await killed?.kill()
  }
  return {
    get origin() {
      return origin
    },
    get url() {
      return `${origin}/api`
    },
    forwarder,
    kill,
    start: async () => {
      server ??= await startServer(forwarder.through(databaseUrl))
      origin = server.origin
    },
    [Symbol.asyncDispose]: async () => {
      await kill()
      await forwarder[Symbol.asyncDispose]()
    },
  }
}
