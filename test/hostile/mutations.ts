import { type Group, pick } from './case.ts'
import { bearer, chunked, host, json, request, sent } from './request.ts'

/** Bytes that mean something to a parser. */
const meaningful = [0, 9, 10, 13, 32, 34, 37, 44, 47, 58, 63, 91, 92, 123, 127, 128, 192, 237, 255]

/** A request that would write nothing, with some of its bytes changed. Anything may come of it but a mistake of the server. */
export const mutations: Group = ({ admin, user }, random) => {
  const post = [host, bearer(admin), json, 'Transfer-Encoding: chunked']
  const right = pick(random, [
    sent('GET', '/api/me', admin),
    sent('GET', '/api/labels/1', user),
    sent('GET', '/api/tracks?x=y', admin),
    sent('HEAD', '/api/albums', user),
    sent('POST', '/api/labels', admin, '{"name":""}'),
    sent('POST', '/api/tracks', admin, '{"title":"x","artist_ids":[1e400]}'),
    request('POST /api/labels HTTP/1.1', post, chunked('{"name":5}', 3)),
    Buffer.concat([sent('GET', '/api/me', admin), sent('GET', '/api/labels/1', user)]),
  ])
  let bytes = right
  const changes = 1 + Math.floor(random() * 6)
  for (let n = 0; n < changes; n++) bytes = changed(bytes, random)
  return { name: `${changes} changes to ${right.toString('latin1').split('\r\n')[0]}`, bytes, right: anything }
}

const anything = [200, 304, 400, 401, 403, 404, 405, 413, 415, 417, 431, 505, 'closed', 'waiting'] as const

const changed = (bytes: Buffer, random: () => number): Buffer => {
  const at = Math.floor(random() * bytes.length)
  const to = Math.min(bytes.length, at + Math.floor(random() ** 3 * 60))
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)]
  const byte = Buffer.from([random() < 0.7 ? pick(random, meaningful) : Math.floor(random() * 256)])
  return Buffer.concat(
    pick(random, [
      [before, byte, bytes.subarray(at + 1)],
      [before, byte, piece, after],
      [before, after],
      [before, piece, piece, after],
      [before, piece, Buffer.from('\r\n'), after],
      [before, piece],
    ]),
  )
}
