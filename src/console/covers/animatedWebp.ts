import type { Bytes } from '../../http/cachedResponse.ts'

// The decoder reads no animated WebP: https://developers.google.com/speed/webp/docs/riff_container

/** `ANMF`, a chunk with a frame. */
const frameChunk = 0x464d4e41

/** The first frame is behind the size, a colour profile and the parameters of the animation. */
const maxChunks = 8

/** Makes a picture of the first frame of an animated WebP. @returns any other as it is */
export const firstFrameOf = (webp: Bytes): Bytes => {
  const source = Buffer.from(webp.buffer, webp.byteOffset, webp.length)
  let start = 12
  for (let n = 0; n < maxChunks && start + 24 <= source.length; n++) {
    const size = source.readUInt32LE(start + 4)
    if (source.readUInt32LE(start) === frameChunk) {
      const frame = source.subarray(start + 24, start + 8 + size)
      const header = Buffer.from(`RIFF....WEBPVP8X\x0a\0\0\0\x10${'\0'.repeat(9)}`, 'latin1')
      header.writeUInt32LE(header.length - 8 + frame.length, 4)
      // Its width and height.
      source.copy(header, 24, start + 14, start + 20)
      return Buffer.concat([header, frame])
    }
    start += 8 + size + (size % 2)
  }
  return webp
}
