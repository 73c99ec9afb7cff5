import type { Bytes } from '../http/cachedResponse.ts'

export const utf8 = new TextEncoder()

/** Compresses to one zstd frame. A sequence of frames decompresses to the sequence of their contents. */
export const compress = (bytes: Bytes): Bytes => Bun.zstdCompressSync(bytes, { level: 1 }) as Bytes // never a SharedArrayBuffer

export const decompress = (frame: Bytes): Bytes => Bun.zstdDecompressSync(frame) as Bytes // never a SharedArrayBuffer
