import { networkInterfaces } from 'node:os'
import { descriptorLimitReached, isAtDescriptorLimit } from '../base/descriptors.ts'
import { errorCode, OperationalError } from '../base/errors.ts'
import type { Fetch } from './fetch.ts'

/** The addresses that mean every network, as URLs have them, and how this machine reaches a server that listens on them. */
const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '[::]': 'localhost' }

/** The origin of the URL at which a server listens. One that listens on every network is named as this machine can open it. */
export const reachableOrigin = ({ protocol, hostname, port }: URL): string =>
  new URL(`${protocol}//${wildcards[hostname] ?? hostname}:${port}`).origin

/** A unit of systemd that leaves AF_NETLINK out of RestrictAddressFamilies forbids to list them. */
const listAddresses = () => {
  try {
    return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  } catch {
    return []
  }
}

/** The origins at which other machines may reach a server that listens on every network; none if it listens on one address. */
export const networkOrigins = ({ protocol, hostname, port }: URL): string[] => {
  if (wildcards[hostname] === undefined) return []
  return listAddresses()
    .filter(({ internal, family, scopeid }) => {
      // A browser can't open an address that holds only on one link of this machine.
      const isLinkLocal = family === 'IPv6' && scopeid !== 0
      return !internal && !isLinkLocal && (family === 'IPv4' || hostname === '[::]')
    })
    .map(({ address, family }) => `${protocol}//${family === 'IPv6' ? `[${address}]` : address}:${port}`)
}

/**
 * Gives every request an absolute URL. In an absolute URL the path starts after the host, and Elysia and `pathOf` look
 * for it there. `Request.url` of Bun is the target of the request alone when there is no Host, or an invalid one, and for
 * a CONNECT, whose target is a host and a port.
 */
const withAbsoluteUrl =
  (fetch: Fetch): Fetch =>
  (request) => {
    const { url } = request
    // The request object stays the same: Bun knows the connection by it.
    if (!url.startsWith('http://')) Object.defineProperty(request, 'url', { value: toAbsoluteUrl(url) })
    return fetch(request)
  }

const toAbsoluteUrl = (target: string) => new URL(`http://localhost${target.startsWith('/') ? '' : '/'}${target}`).href

interface PortOptions {
  /** The address to listen on. */
  host: string
  /** 0 for a free port. */
  port: number
  /** The maximum size of a request body, in bytes. */
  maxRequestBodySize?: number
  /** How long a connection without a request stays open, in seconds; 10 by default. */
  idleSeconds?: number
}

/** That of Bun. */
const defaultIdleSeconds = 10

/** A port that listens. */
export type Port = ReturnType<typeof openPort>

/**
 * Listens at an address. Requests wait until `serve` is called: so a program can take its port before it changes
 * anything, and a client that connects meanwhile gets its response late, instead of an error.
 * @throws OperationalError when it can't listen at this address or port
 */
export const openPort = ({ host, port, maxRequestBodySize, idleSeconds = defaultIdleSeconds }: PortOptions) => {
  const served = Promise.withResolvers<Fetch>()
  // Bun counts the time in which a request waits as idle.
  let fetch: Fetch = async (request) => {
    server.timeout(request, 0)
    const handler = await served.promise
    server.timeout(request, idleSeconds)
    return handler(request)
  }
  const listen = (at: number) =>
    Bun.serve({
      hostname: host,
      port: at,
      fetch: withAbsoluteUrl((request) => fetch(request)),
      ...(maxRequestBodySize !== undefined && { maxRequestBodySize }),
      idleTimeout: idleSeconds,
    })
  let server: Bun.Server<undefined>
  let isClosed = false

  const listenAgain = async (at: number) => {
    while (!isClosed) {
      try {
        server = listen(at)
        return
      } catch {
        // Another process may have taken the port, or there is still no free descriptor.
        await Bun.sleep(retryMs)
      }
    }
  }

  try {
    server = listen(port)
    const { url } = server
    const listeningPort = Number(server.port)
    return {
      /** The server that accepts connections now. */
      get server() {
        return server
      },
      /** The URL at which this machine reaches it, without a path. */
      origin: reachableOrigin(url),
      /** Those at which other machines may reach it, if it listens on every network. */
      networkOrigins: networkOrigins(url),
      /** Responds to the requests that wait, and to all that follow. */
      serve: (handler: Fetch): void => {
        fetch = handler
        served.resolve(handler)
      },
      /** Stops listening, and closes the connections that wait for a further request. The requests in flight go on. */
      pause: (): void => void server.stop(),
      /** Listens again after `pause`. */
      resume: (): void => void listenAgain(listeningPort),
      /** Stops listening, and closes all connections at once. */
      close: async () => {
        isClosed = true
        await server.stop(true)
      },
    }
  } catch (error) {
    throw new OperationalError(describe(errorCode(error), host, port))
  }
}

/** How long to wait before listening is tried again, in milliseconds. */
const retryMs = 250

const describe = (code: string, host: string, port: number) => {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Choose another one, or 0 for a free one.`
  if (isAtDescriptorLimit()) return [`Can't listen on ${host} port ${port}.`, ...descriptorLimitReached].join(' ')
  if (code !== 'EACCES' || port >= 1024) return `Can't listen on ${host} port ${port}. Choose another address or port.`
  return `This user may not listen on port ${port}: ports below 1024 need a right. Choose a port from 1024 on, with a proxy in front of it. Or give the right: AmbientCapabilities=CAP_NET_BIND_SERVICE in a systemd unit, or setcap cap_net_bind_service=+ep on the executable.`
}
