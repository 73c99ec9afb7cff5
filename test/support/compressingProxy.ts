import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import createCompression from 'compression'

/** A proxy of Node that compresses what it may, as those of Express, Next and webpack do. */
export const startCompressingProxy = async (target: string): Promise<AsyncDisposable & { origin: string }> => {
  const compress = createCompression()
  const server = createServer((request, response) =>
    compress(request, response, () => {
      const { method, headers, url } = request
      const upstream = send(new URL(url ?? '', target), { method, headers }, (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(response)
      })
      response.on('close', () => upstream.destroy())
      upstream.on('error', () => response.destroy())
      request.pipe(upstream)
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
