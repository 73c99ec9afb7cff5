import {
  bearerHeader,
  buildJsonRequest,
  buildRequest,
  chunkedHeader,
  encodeChunked,
  hostHeader,
  jsonHeader,
} from './httpRequest.ts'
import { RawConnection } from './rawConnection.ts'
import type { ServerUnderTest } from './serverUnderTest.ts'
import { pickRandom } from './testCase.ts'

// Clients whose bytes are mostly well-formed, but whose behaviour on the connection is not.

/**
 * Connects `count` clients that behave badly in one way.
 * @throws when the server does not handle them correctly
 */
export type BadClients = (server: ServerUnderTest, count: number, random: () => number) => Promise<void>

const assert = (condition: boolean, failure: string) => {
  if (!condition) throw new Error(failure)
}

/** Clients that close the connection before the body is complete. The server must not carry out such a request. */
export const truncatingClients: BadClients = async (server, count, random) => {
  const version = server.dataVersion()
  const body = '{"name":"broken off"}'
  const chunkedHeaders = [hostHeader, bearerHeader(server.adminToken), jsonHeader, chunkedHeader]
  const lastChunk = '0\r\n\r\n'
  const longBodyBytes = 100_000
  const longChunkedBodyBytes = 200_000
  const largeChunkBytes = 50_000
  const buildChunked = (text: string, chunkBytes: number) =>
    buildRequest('POST /api/labels HTTP/1.1', chunkedHeaders, encodeChunked(text, chunkBytes))
  for (let n = 0; n < count; n++) {
    using connection = await RawConnection.open(server.port)
    // Bun takes a chunked body for complete at its last chunk, before the empty line that ends it.
    const incomplete = pickRandom(random, [
      buildJsonRequest('POST', '/api/labels', server.adminToken, body).subarray(0, -1),
      buildJsonRequest('POST', '/api/register', undefined, body.padEnd(longBodyBytes)).subarray(0, -1),
      buildChunked(body, 5).subarray(0, -lastChunk.length),
      buildChunked(body.padEnd(longChunkedBodyBytes), largeChunkBytes).subarray(0, -lastChunk.length),
    ])
    const length = random() < 0.3 ? incomplete.length : Math.ceil(random() * incomplete.length)
    connection.send(incomplete.subarray(0, length))
    if (random() < 0.5) await server.assertResponsive()
    if (random() < 0.5) {
      connection.endSending()
      await connection.waitForClose()
      assert(
        connection.responses.every(({ status }) => status >= 400),
        'a request with a truncated body succeeded',
      )
    }
  }
  await server.assertResponsive()
  assert(server.dataVersion() === version, 'a request with a truncated body changed the database')
}

/** Clients that send a request and close the connection without waiting for the response. */
export const disconnectingClients: BadClients = async (server, count, random) => {
  const version = server.dataVersion()
  const wrongLogin = '{"email":"admin@example.com","password":"wrong"}'
  const nestingDepth = 100_000
  /** More than the server's limit of 1 MiB. */
  const oversizedBodyBytes = 1_100_000
  for (let n = 0; n < count; n++) {
    using connection = await RawConnection.open(server.port)
    connection.send(
      pickRandom(random, [
        buildJsonRequest('GET', '/api/tracks', server.adminToken),
        buildJsonRequest('GET', '/api/albums/1', server.userToken),
        buildJsonRequest('GET', '/api/users', server.adminToken),
        buildJsonRequest('POST', '/api/login', undefined, wrongLogin),
        buildJsonRequest('POST', '/api/labels', server.adminToken, '['.repeat(nestingDepth)),
        buildJsonRequest('POST', '/api/labels', server.adminToken, ' '.repeat(oversizedBodyBytes)),
      ]),
    )
    if (random() < 0.3) await server.assertResponsive()
    if (random() < 0.5) connection.endSending()
  }
  await server.assertResponsive()
  assert(server.dataVersion() === version, 'a client that disconnected changed the database')
}
