import { startServer } from '../../src/app/server.ts'
import { openLibrary } from '../../src/library/open.ts'
import { type Forwarder, startForwarder } from '../support/forwarder.ts'

/** A node of the library: a server with a link of its own to PostgreSQL, which tests can cut. */
export interface Node extends AsyncDisposable {
  /** The address of the server, without a path. It changes when the server is started again. */
  readonly origin: string
  /** The address of the API. */
  readonly url: string
  forwarder: Forwarder
  /** The process id; undefined for a node in this process. */
  readonly pid: number | undefined
  /** Ends the server, with SIGKILL if it is a process. */
  kill(): Promise<void>
  /** Starts it after `kill`. */
  start(): Promise<void>
}

interface RunningServer {
  origin: string
  pid?: number
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

/** Returns a function that runs `serve` in a process of its own. @param program - the command without `serve` */
export const startProcess =
  (program: string[]): StartServer =>
  async (databaseUrl) => {
    const child = Bun.spawn([...program, 'serve', '--port', '0'], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'text', DATABASE_URL: databaseUrl },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const kill = async () => {
      child.kill('SIGKILL')
      await child.exited
    }
    const output = child.stdout.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let origin: string | undefined; ; ) {
      const { value, done } = await output.read()
      if (done) throw new Error(`The node has ended: ${text}${await child.stderr.text()}`)
      text += decoder.decode(value, { stream: true })
      origin = /Listening on (http:\/\/[^/\s"]+)/.exec(text)?.[1]
      if (!origin) continue
      void discard(output)
      return { origin, pid: child.pid, kill }
    }
  }

/** Reads to the end, so that the pipe never fills up. */
const discard = async (reader: { read(): Promise<{ done: boolean }> }) => {
  while (!(await reader.read()).done);
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
    get pid() {
      return server?.pid
    },
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
