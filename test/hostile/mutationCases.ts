import {
  bearerHeader,
  buildJsonRequest,
  buildRequest,
  chunkedHeader,
  encodeChunked,
  hostHeader,
  jsonHeader,
} from './httpRequest.ts'
import { type CaseGenerator, pickRandom } from './testCase.ts'

// Requests that write nothing, with a few random changes to their bytes.

/** Bytes that have a meaning in HTTP, in a URL, in JSON or in UTF-8. */
const syntaxBytes = [0, 9, 10, 13, 32, 34, 37, 44, 47, 58, 63, 91, 92, 123, 127, 128, 192, 237, 255]

/** The largest number of changes to one request. */
const maxMutations = 6
/** The longest piece that one change inserts, removes or repeats, in bytes. */
const maxPieceBytes = 60

/** A changed request may have any outcome but an internal error. */
const anyOutcome = [200, 304, 400, 401, 403, 404, 405, 413, 415, 417, 431, 505, 'closed', 'waiting'] as const

export const mutationCases: CaseGenerator = ({ adminToken, userToken }, random) => {
  const chunkedHeaders = [hostHeader, bearerHeader(adminToken), jsonHeader, chunkedHeader]
  const original = pickRandom(random, [
    buildJsonRequest('GET', '/api/me', adminToken),
    buildJsonRequest('GET', '/api/labels/1', userToken),
    buildJsonRequest('GET', '/api/tracks?x=y', adminToken),
    buildJsonRequest('HEAD', '/api/albums', userToken),
    buildJsonRequest('POST', '/api/labels', adminToken, '{"name":""}'),
    buildJsonRequest('POST', '/api/tracks', adminToken, '{"title":"x","artist_ids":[1e400]}'),
    buildRequest('POST /api/labels HTTP/1.1', chunkedHeaders, encodeChunked('{"name":5}', 3)),
    Buffer.concat([
      buildJsonRequest('GET', '/api/me', adminToken),
      buildJsonRequest('GET', '/api/labels/1', userToken),
    ]),
  ])
  let bytes = original
  const mutationCount = 1 + Math.floor(random() * maxMutations)
  for (let n = 0; n < mutationCount; n++) bytes = mutate(bytes, random)
  const [requestLine] = original.toString('latin1').split('\r\n')
  return { name: `${mutationCount} mutations of ${requestLine}`, bytes, expected: anyOutcome }
}

const mutate = (bytes: Buffer, random: () => number): Buffer => {
  const start = Math.floor(random() * bytes.length)
  // The power makes short pieces more likely than long ones.
  const end = Math.min(bytes.length, start + Math.floor(random() ** 3 * maxPieceBytes))
  const [before, piece, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)]
  const byte = Buffer.from([random() < 0.7 ? pickRandom(random, syntaxBytes) : Math.floor(random() * 256)])
  return Buffer.concat(
    pickRandom(random, [
      [before, byte, bytes.subarray(start + 1)],
      [before, byte, piece, after],
      [before, after],
      [before, piece, piece, after],
      [before, piece, Buffer.from('\r\n'), after],
      [before, piece],
    ]),
  )
}
