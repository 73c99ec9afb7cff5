/** Below the ports that the kernel gives to clients, so that a server that is stopped for a while finds its port free again. */
const minPort = 16_000
const maxPort = 32_000
const maxTries = 100

/** A port of 127.0.0.1 on which nothing listens. */
export const findFreePort = (): number => {
  for (let n = 0; n < maxTries; n++) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort))
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true)
      return port
    } catch {
      // Another program listens there.
    }
  }
  throw new Error('No port is free.')
}
