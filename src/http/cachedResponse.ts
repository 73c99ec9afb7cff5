import { type ContentEncoding, contentEncodings, negotiateEncoding } from './contentEncoding.ts'
import { formatEtag, matchesEtag } from './etags.ts'
import { securityHeaders } from './securityHeaders.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** A response body in the forms in which it can be sent. */
export interface ResponseBody {
  plain(): Blob | Bytes | ReadableStream<Bytes>
  encoded(encoding: ContentEncoding): Promise<Blob> | ReadableStream<Bytes>
  /** The memory that it takes, in bytes. */
  readonly size: number
}

/** A successful response that can be sent many times. */
export interface CachedResponse {
  /** A short body is stored as its bytes alone, since there are many short bodies. */
  body: ResponseBody | Bytes
  /** Changes with the body. It is weak, since it is the same for every content encoding. */
  etag: string
}

/** Bodies shorter than this, in bytes, are sent uncompressed: they fit in one or two packets. */
const minEncodedBytes = 2048

const encode: Record<ContentEncoding, (bytes: Bytes) => Promise<Uint8Array>> = {
  gzip: async (bytes) => {
    const { gzip } = await import('node:zlib')
    return new Promise((resolve, reject) => {
      gzip(bytes, { level: 1 }, (error, encoded) => (error ? reject(error) : resolve(encoded)))
    })
  },
  zstd: async (bytes) => Bun.zstdCompress(bytes, { level: 3 }),
}

/**
 * The memory of a body and its encoded forms, which take a tenth of it or less each. They are counted before they
 * exist.
 */
export const sizeWithEncodings = (bytes: number): number => Math.ceil(bytes * 1.2)

/** A body that is stored as a Blob, which Bun sends without a copy. It is compressed once for each encoding. */
export const blobBody = (blob: Blob): ResponseBody => {
  const encodedBlobs: Partial<Record<ContentEncoding, Promise<Blob>>> = {}
  const encodeBlob = async (encoding: ContentEncoding) =>
    new Blob([(await encode[encoding](await blob.bytes())) as Bytes]) // never a SharedArrayBuffer
  return {
    plain: () => blob,
    encoded: (encoding) => {
      encodedBlobs[encoding] ??= encodeBlob(encoding).catch((error) => {
        // The next request tries again.
        delete encodedBlobs[encoding]
        throw error
      })
      return encodedBlobs[encoding]
    },
    size: sizeWithEncodings(blob.size),
  }
}

/** Creates a response that can be cached. @param hash - the hash of the body; becomes the ETag */
export const createResponse = (body: ResponseBody | Bytes, hash: bigint): CachedResponse => ({
  body: body instanceof Uint8Array && body.length >= minEncodedBytes ? blobBody(new Blob([body])) : body,
  etag: formatEtag(hash),
})

const utf8 = new TextEncoder()

/** Creates one of a text. @param seed - what its ETag depends on beside the text */
export const createTextResponse = (text: string, seed = 0n): CachedResponse => {
  const bytes = utf8.encode(text)
  return createResponse(bytes, Bun.hash.xxHash64(bytes, seed))
}

/** The memory that a response takes, in bytes: its body, and that of its objects, as measured. */
export const sizeOf = ({ body }: CachedResponse): number =>
  400 + (body instanceof Uint8Array ? 450 + body.length : body.size)

/**
 * Shared caches must not store the response, and clients must revalidate it: it is for signed-in users, and may change.
 */
const common = { 'cache-control': 'private, no-cache', vary: 'accept-encoding', ...securityHeaders }

/** A response copies its headers, so all have them from one object: creating one takes half of a response's CPU time. */
const headersOf304 = new Headers({ etag: '', ...common })
const headersOf200 = new Headers({ 'content-type': 'application/json', etag: '', ...common })

const withEtag = (headers: Headers, etag: string): Headers => {
  headers.set('etag', etag)
  return headers
}

/** Responds to a GET: 304 if the client has the body already, else the body in an encoding that the client accepts. */
export const sendCached = ({ body, etag }: CachedResponse, { headers }: Request): Response | Promise<Response> => {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag))
    return new Response(null, { status: 304, headers: withEtag(headersOf304, etag) })
  if (body instanceof Uint8Array) return new Response(body, { headers: withEtag(headersOf200, etag) })
  const encoding = negotiateEncoding(headers.get('accept-encoding'), contentEncodings)
  return encoding
    ? sendEncoded(body, encoding, etag)
    : new Response(body.plain(), { headers: withEtag(headersOf200, etag) })
}

/** Responds with a body that clients must not store: without an ETag, which would identify what they stored. */
export const sendUncached = ({ body }: CachedResponse): Response =>
  new Response(body instanceof Uint8Array ? body : body.plain(), {
    headers: { 'content-type': 'application/json;charset=utf-8' },
  })

const sendEncoded = async (body: ResponseBody, encoding: ContentEncoding, etag: string) => {
  const encoded = await body.encoded(encoding)
  const response = new Response(encoded, { headers: withEtag(headersOf200, etag) })
  response.headers.set('content-encoding', encoding)
  return response
}
