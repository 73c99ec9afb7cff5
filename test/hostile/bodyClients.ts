import type { BadClients } from './badClients.ts'
import { assert, closeAll, openConnections } from './connections.ts'
import { buildJsonRequest, buildRequest, chunkedHeader, hostHeader, jsonHeader } from './httpRequest.ts'
import { RawConnection } from './rawConnection.ts'
import { maxMemoryGrowthBytes, type ServerUnderTest } from './serverUnderTest.ts'

// Clients without a token, whose bodies take much memory for a long time.

export const maxBodyBytes = 1_048_576
/** The maximum of a body of a client without a token. */
const maxLoginBytes = 65_536

/** Checks that the server never used much more memory than at the beginning. */
const assertPeakMemory = (server: ServerUnderTest, memoryBefore: number) => {
  const growth = Math.round((server.peakMemoryBytes() - memoryBefore) / 1e6)
  assert(growth < maxMemoryGrowthBytes / 1e6, `the memory of the server grew by ${growth} MB`)
}

/** Clients that send a body of a number of bytes in chunks of one byte. */
export const tinyChunkClients =
  (bytes: number): BadClients =>
  async (server, count) => {
    server.resetPeakMemory()
    const memoryBefore = server.memoryBytes()
    const headers = [hostHeader, jsonHeader, chunkedHeader]
    const body = `${'1\r\n \r\n'.repeat(bytes)}0\r\n\r\n`
    const request = buildRequest('POST /api/login HTTP/1.1', headers, body)
    const connections = await openConnections(server, count)
    for (const connection of connections) connection.send(request)
    for (const connection of connections) await connection.waitFor(() => connection.responses.length > 0)
    // A body has too many chunks, or is too large where Bun has joined chunks that waited. One for which there was no memory gets a 503.
    const statuses = connections.map(({ responses }) => responses[0]?.status)
    assert(
      statuses.every((status) => [400, 413, 503].includes(Number(status))),
      `the statuses are ${statuses}`,
    )
    closeAll(connections)
    assertPeakMemory(server, memoryBefore)
  }

/** Clients that hold back the last byte of a body of the maximum size. The body of an admin must be read meanwhile. */
export const holdingClients: BadClients = async (server, count) => {
  server.resetPeakMemory()
  const memoryBefore = server.memoryBytes()
  const headers = [hostHeader, jsonHeader, `Content-Length: ${maxLoginBytes}`]
  const request = buildRequest('POST /api/login HTTP/1.1', headers, ' '.repeat(maxLoginBytes - 1))
  const connections = await openConnections(server, count)
  for (const connection of connections) connection.send(request)
  await server.waitUntil(() => connections.some(({ responses }) => responses.length > 0))
  using admin = await RawConnection.open(server.port)
  admin.send(buildJsonRequest('PUT', '/api/labels/1', server.adminToken, '{"name":""}'))
  await admin.waitFor(() => admin.responses.length > 0)
  assert(admin.responses[0]?.status === 400, `the body of an admin gets a ${admin.responses[0]?.status}`)
  const rejected = connections.filter(({ responses }) => responses[0]?.status === 503)
  assert(rejected.length > 0, 'the server takes as many bodies as come')
  assertPeakMemory(server, memoryBefore)
  closeAll(connections)
}
