import { type ContentEncoding, negotiateEncoding } from './contentEncoding.ts'
import { securityHeaders } from './securityHeaders.ts'

/** A body in the forms that it can be sent in. */
export interface Content {
  plain(): Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  coded(coding: ContentEncoding): Promise<Blob> | ReadableStream<Uint8Array<ArrayBuffer>>
  /** What it takes in memory, in bytes. */
  readonly size: number
}

/** A successful answer that can be sent again and again. */
export interface Answer {
  /** A short body is its bytes, since there are many of these. */
  content: Content | Uint8Array<ArrayBuffer>
  /** Changes with the content. It is weak, since it is the same for every coding. */
  etag: string
  /** What goes with a short body, made when it is sent again: half of what that would cost besides the socket. */
  headers?: Headers
  /** Whether it was sent before. */
  sent?: boolean
}

/** Shorter bodies fit in a packet or two as they are. */
const worthCoding = 2048

const compress: Record<ContentEncoding, (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>> = {
  gzip: async (bytes) => {
    const { gzip } = await import('node:zlib')
    return new Promise((resolve, reject) => {
      gzip(bytes, { level: 1 }, (error, made) => (error ? reject(error) : resolve(made)))
    })
  },
  zstd: async (bytes) => Bun.zstdCompress(bytes, { level: 3 }),
}

/** A body as a Blob, which is sent without being copied. It is compressed once, when first asked for. */
export const blobContent = (body: Blob): Content => {
  const made: Partial<Record<ContentEncoding, Promise<Blob>>> = {}
  const make = async (coding: ContentEncoding) =>
    new Blob([(await compress[coding](await body.bytes())) as Uint8Array<ArrayBuffer>]) // memory of its own
  return {
    plain: () => body,
    coded: (coding) => {
      made[coding] ??= make(coding)
      return made[coding]
    },
    // What is compressed is a tenth or less; it is counted from the start.
    size: Math.ceil(body.size * 1.2),
  }
}

/** Makes the answer of a content, or of bytes, and the hash of it. */
export const answer = (content: Content | Uint8Array<ArrayBuffer>, hash: bigint): Answer => ({
  content: content instanceof Uint8Array && content.length >= worthCoding ? blobContent(new Blob([content])) : content,
  etag: `W/"${hash.toString(36)}"`,
})

/** What an answer takes in memory, in bytes. */
export const sizeOf = ({ content }: Answer): number =>
  400 + (content instanceof Uint8Array ? 450 + content.length : content.size)

/** What every answer says. Nobody else may keep it, and its owner has to ask whether it still holds. */
const headersOf = (etag: string) => ({
  etag,
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
  ...securityHeaders,
})

const bodyHeadersOf = (etag: string) => ({ 'content-type': 'application/json', ...headersOf(etag) })

/** Answers a GET: with nothing but the headers where the client has the content already, else in a coding that it takes. */
export const respond = (answer: Answer, { headers: asked }: Request): Response | Promise<Response> => {
  const { content, etag } = answer
  const held = asked.get('if-none-match')
  if (held !== null && names(held, etag)) return new Response(null, { status: 304, headers: headersOf(etag) })
  if (content instanceof Uint8Array) {
    if (answer.sent) answer.headers ??= new Headers(bodyHeadersOf(etag))
    answer.sent = true
    return new Response(content, { headers: answer.headers ?? bodyHeadersOf(etag) })
  }
  const headers = bodyHeadersOf(etag)
  const coding = negotiateEncoding(asked.get('accept-encoding'))
  return coding ? respondCoded(content, coding, headers) : new Response(content.plain(), { headers })
}

const respondCoded = async (content: Content, coding: ContentEncoding, headers: Record<string, string>) =>
  new Response(await content.coded(coding), { headers: { ...headers, 'content-encoding': coding } })

/** Whether an `If-None-Match` header names a tag; weak tags are as good as strong ones there. */
const names = (held: string, etag: string) =>
  held === etag ||
  held.trim() === '*' ||
  held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
