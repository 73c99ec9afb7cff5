export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = new TextEncoder()

/** A frame of zstd. Frames that follow each other are the frame of what they hold. */
export const pack = (bytes: Bytes): Bytes => new Uint8Array(Bun.zstdCompressSync(bytes, { level: 1 }))

export const unpack = (frame: Bytes): Bytes => new Uint8Array(Bun.zstdDecompressSync(frame))
