import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Coding, codingFor } from './codings.ts'

/** What `Response` takes as a body. */
type Body = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** A body in the forms that it can be sent in. */
export interface Content {
  plain(): Body
  /** Missing where compressing would save nothing. */
  coded?: (coding: Coding) => Body | Promise<Body>
  /** What it takes in memory, in bytes. */
  readonly size: number
}

/** A successful answer that can be sent again and again. */
export interface Answer {
  content: Content
  headers: Record<string, string>
  /** Changes with the content. It is weak, since it is the same for every coding. */
  etag: string
}

/** Shorter bodies fit in a packet or two as they are. */
const worthCoding = 2048

const compress = {
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 1 }),
  zstd: (bytes: Uint8Array) => Bun.zstdCompress(bytes, { level: 3 }),
} satisfies Record<Coding, unknown>

/** A JSON body as bytes, or as a Blob, which is sent without being copied. It is compressed once, when first asked for. */
export const jsonContent = (body: Uint8Array<ArrayBuffer> | Blob): Content => {
  const length = body instanceof Blob ? body.size : body.length
  // What is compressed is a tenth or less; it is counted from the start.
  const content = { plain: () => body, size: Math.ceil(length * 1.2) + 400 }
  if (length < worthCoding) return content
  const made: Partial<Record<Coding, Promise<Blob>>> = {}
  const make = async (coding: Coding) => {
    const bytes = body instanceof Blob ? await body.bytes() : body
    return new Blob([await compress[coding](bytes)])
  }
  const coded = (coding: Coding) => {
    made[coding] ??= make(coding)
    return made[coding]
  }
  return { ...content, coded }
}

/** Makes the answer of a content and the hash of it. */
export const answer = (content: Content, hash: bigint): Answer => {
  const etag = `W/"${hash.toString(36)}"`
  // Nobody else may keep it, and its owner has to ask whether it still holds.
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' }
  return { content, etag, headers: { 'content-type': 'application/json', ...headers } }
}

/** Answers a GET: with nothing but the headers where the client has the content already, else in a coding that it takes. */
export const respond = (
  { content, headers, etag }: Answer,
  { headers: asked }: Request,
): Response | Promise<Response> => {
  const held = asked.get('if-none-match')
  if (held !== null && names(held, etag)) return unchanged(headers)
  const coding = content.coded && codingFor(asked.get('accept-encoding'))
  if (coding) return respondCoded(content, headers, coding)
  return new Response(content.plain(), { headers })
}

const unchanged = ({ 'content-type': _, ...headers }: Record<string, string>) =>
  new Response(null, { status: 304, headers })

const respondCoded = async (content: Content, headers: Record<string, string>, coding: Coding) =>
  new Response((await content.coded?.(coding)) ?? null, { headers: { ...headers, 'content-encoding': coding } })

/** Whether an `If-None-Match` header names a tag; weak tags are as good as strong ones there. */
const names = (held: string, etag: string) =>
  held === etag ||
  held.trim() === '*' ||
  held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
