import type { MeasuredLoad, Side } from './alternate.ts'
import { type ApiRequest, fetchResponse, getRequest } from './http.ts'
import type { Server } from './servers.ts'
import { connections } from './settings.ts'
import { formatCount } from './table.ts'

/** A way to send the full list. */
interface ListVariant {
  name: string
  status: 200 | 304
  /** The headers of the request. They may depend on the server, as an ETag does. */
  headers: (server: Server, token: string) => Promise<Record<string, string>>
  /** The Content-Encoding of the response; null for none. */
  encoding: string | null
  /** The list in the body of the response. */
  decode: (body: Uint8Array) => Uint8Array
}

export const plainList: ListVariant = {
  name: 'GET /tracks',
  status: 200,
  headers: async () => ({}),
  encoding: null,
  decode: (body) => body,
}

export const unmodifiedList: ListVariant = {
  name: 'GET /tracks with If-None-Match: 304',
  status: 304,
  headers: async ({ url }, token) => {
    const { headers } = await fetchResponse(url, getRequest(token, '/tracks'))
    const etag = headers.get('etag')
    if (!etag) throw new Error('GET /tracks: the response has no ETag')
    return { 'if-none-match': etag }
  },
  encoding: null,
  decode: (body) => body,
}

const compressedList = (encoding: string, decompress: (body: Uint8Array<ArrayBuffer>) => Uint8Array): ListVariant => ({
  name: `GET /tracks with Accept-Encoding: ${encoding}`,
  status: 200,
  headers: async () => ({ 'accept-encoding': encoding }),
  encoding,
  // The decompressors take no body that could lie in shared memory, which a response's type allows.
  decode: (body) => decompress(Uint8Array.from(body)),
})

export const compressedLists = [compressedList('gzip', Bun.gunzipSync), compressedList('zstd', Bun.zstdDecompressSync)]

export interface ListSide extends Side {
  /** Bytes of the body. */
  size: number
  /** Fetches the list again. @throws when its bytes are not those from before the load. */
  verify: () => Promise<void>
}

/** One side of a comparison of list responses. @throws when the server does not send `list` in that variant. */
export const createListSide = async (
  server: Server,
  variant: ListVariant,
  token: string,
  list: Uint8Array,
): Promise<ListSide> => {
  const request = getRequest(token, '/tracks', await variant.headers(server, token))
  const body = await fetchList(server, variant, request, list)
  return {
    server,
    requests: () => [request],
    check: assertAverageSize(body.length),
    size: body.length,
    verify: async () => {
      const bodyAfterLoad = await fetchList(server, variant, request, list)
      if (!Buffer.from(bodyAfterLoad).equals(body)) throw new Error('the response changed during the load')
    },
  }
}

const fetchList = async ({ url }: Server, variant: ListVariant, request: ApiRequest, list: Uint8Array) => {
  const { status, headers, body } = await fetchResponse(url, request)
  if (status !== variant.status) throw new Error(`GET /tracks returned ${status}`)
  if (headers.get('content-encoding') !== variant.encoding)
    throw new Error(`the response is not encoded as ${variant.encoding ?? 'identity'}`)
  if (status === 200 && !headers.get('content-type')?.startsWith('application/json'))
    throw new Error('the response is not JSON')
  const expected = status === 304 ? new Uint8Array() : list
  if (!Buffer.from(variant.decode(body)).equals(expected)) throw new Error('the response is not the list')
  return body
}

/**
 * Checks that the average response has `bytes`, headers aside. Responses in flight at the end of the load are counted
 * in its bytes but not in its requests.
 */
const assertAverageSize = (bytes: number) => async (run: () => Promise<MeasuredLoad>) => {
  const load = await run()
  if (load.requests === 0) return load
  const average = load.bytes / load.requests
  if (average >= bytes && average <= bytes * (1 + connections / load.requests) + 1_000) return load
  throw new Error(`the average response had ${formatCount(average)} bytes, not ${formatCount(bytes)}`)
}
