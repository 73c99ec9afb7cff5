export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = new TextEncoder()

/** A frame of zstd. Frames that follow each other are the frame of what they hold. */
export const pack = (bytes: Bytes): Bytes => owned(Bun.zstdCompressSync(bytes, { level: 1 }))

export const unpack = (frame: Bytes): Bytes => owned(Bun.zstdDecompressSync(frame))

/** Both make memory of their own, which is never shared with another thread; their types don't say so. */
const owned = (bytes: Uint8Array) => bytes as Bytes
