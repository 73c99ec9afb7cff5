import { connect, createServer, type Server, type Socket } from 'node:net'
import { findFreePort } from './freePort.ts'

const host = '127.0.0.1'

/** Forwards TCP connections to another port of 127.0.0.1, and can disturb them. */
export interface Forwarder extends AsyncDisposable {
  port: number
  /** The same URL with the port of the forwarder. */
  through(url: string): string
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>
  /**
   * Forwards nothing more, keeps all connections, and accepts new ones; with `responses`, only what the target sends is
   * held back.
   */
  stall(what?: 'everything' | 'responses'): void
  /** Forwards nothing more of the present connections, not even their end. New ones work. */
  freeze(): void
  /** Ends a cut or a stall. What was held back is forwarded. */
  resume(): Promise<void>
  /** Breaks all connections, and forwards new ones to another port. */
  retarget(port: number): void
  /** How often the client of each present connection has sent something after an answer, in the order of the connections. */
  roundTrips(): number[]
}

/** Listens on a free port, and forwards connections to these ports, one after the other, until it is disposed of. */
export const startForwarder = async (...targetPorts: number[]): Promise<Forwarder> => {
  const port = findFreePort()
  const clients = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const frozen = new Set<Socket>()
  const roundTrips = new Map<Socket, number>()
  let targets = targetPorts
  let connectionCount = 0
  let stalled: 'everything' | 'responses' | undefined
  let server: Server | undefined

  const isStalled = (from: Socket) => stalled === 'everything' || (stalled === 'responses' && upstreams.has(from))

  const forward = (from: Socket, to: Socket, sockets: Set<Socket>) => {
    sockets.add(from)
    if (isStalled(from)) from.pause()
    from.on('data', (chunk) => {
      if (to.write(chunk)) return
      from.pause()
      to.once('drain', () => {
        if (!isStalled(from)) from.resume()
      })
    })
    // An error is followed by `close`.
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!frozen.has(from)) to.destroySoon()
    })
  }

  const countRoundTrips = (client: Socket, upstream: Socket) => {
    let isAnswered = true
    roundTrips.set(client, 0)
    client.on('data', () => {
      if (isAnswered) roundTrips.set(client, (roundTrips.get(client) ?? 0) + 1)
      isAnswered = false
    })
    upstream.on('data', () => {
      isAnswered = true
    })
    client.on('close', () => roundTrips.delete(client))
  }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((client) => {
        const upstream = connect(targets[connectionCount++ % targets.length] ?? 0, host)
        forward(client, upstream, clients)
        forward(upstream, client, upstreams)
        countRoundTrips(client, upstream)
      })
      server.once('error', reject)
      server.listen(port, host, resolve)
    })

  const breakConnections = () => {
    for (const socket of [...clients, ...upstreams, ...frozen]) socket.destroy()
    frozen.clear()
  }

  const cut = async () => {
    const closed = server
    server = undefined
    breakConnections()
    if (closed) await new Promise((resolve) => closed.close(resolve))
  }

  await listen()
  return {
    port,
    through: (url) => {
      const changed = new URL(url)
      changed.port = `${port}`
      return changed.href
    },
    cut,
    stall: (what = 'everything') => {
      stalled = what
      for (const socket of [...clients, ...upstreams]) if (isStalled(socket)) socket.pause()
    },
    freeze: () => {
      for (const socket of [...clients, ...upstreams]) {
        frozen.add(socket)
        socket.pause()
      }
    },
    resume: async () => {
      stalled = undefined
      for (const socket of [...clients, ...upstreams]) if (!frozen.has(socket)) socket.resume()
      if (!server) await listen()
    },
    retarget: (newPort) => {
      targets = [newPort]
      breakConnections()
    },
    roundTrips: () => [...roundTrips.values()],
    [Symbol.asyncDispose]: cut,
  }
}
