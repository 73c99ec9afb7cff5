import { type Pace, tokenUses } from './access/uses.ts'
import { createApp } from './app.ts'
import type { Database } from './database/open.ts'
import { Failure } from './faults.ts'
import { createMemory } from './memory/memory.ts'
import { remembering } from './memory/remembering.ts'

export interface ServerOptions {
  database: Database
  /** The address to listen on. */
  host: string
  /** 0 for one that is free. */
  port: number
  /** The longest body that is read, in bytes. */
  maxBodyBytes?: number
  /** What remembered answers may take together, in bytes; 0 to remember none. */
  cacheBytes?: number
  /** When it writes which tokens were used. */
  tokenUsePace?: Pace
}

export interface RunningServer {
  /** Where it listens, without a path. */
  origin: string
  /** Finishes what is under way, and stops. The database stays open. */
  stop(): Promise<void>
}

/** How long requests may take to finish once the server was told to stop, in milliseconds. */
const grace = 10_000

/**
 * Serves a library over HTTP.
 * @throws Failure when it can't listen there.
 */
export const startServer = ({
  host,
  port,
  cacheBytes = 268_435_456,
  tokenUsePace,
  ...options
}: ServerOptions): RunningServer => {
  const uses = tokenUses(options.database, tokenUsePace)
  const memory = createMemory(options.database, cacheBytes, uses.note)
  const app = createApp({ ...options, memory })
  const server = listen(host, port, remembering(memory, app.fetch))
  const stop = async () => {
    await finish(server)
    await uses.stop()
  }
  return { origin: server.url.origin, stop }
}

const listen = (hostname: string, port: number, fetch: (request: Request) => Response | Promise<Response>) => {
  try {
    // The limit that is configured is kept by the API, in the contract's shape and after it knows who asks.
    return Bun.serve({ hostname, port, fetch, maxRequestBodySize: Number.MAX_SAFE_INTEGER })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (inUse) throw new Failure(`Port ${port} on ${hostname} is in use. Choose another one, or 0 for a free one.`)
    throw new Failure(`Can't listen on ${hostname} port ${port}. Choose another address or port.`)
  }
}

/** Takes no new connections, waits for the answers that are under way, and then drops what clients keep open. */
const finish = async (server: ReturnType<typeof listen>) => {
  server.stop()
  const deadline = performance.now() + grace
  while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(5)
  await server.stop(true)
}
