import { deflateSync, inflateSync } from 'node:zlib'

// Pictures that the tests make: red in their left half, and blue in the other one.

const red = [255, 0, 0]
const blue = [0, 0, 255]

const pngChunk = (type: string, data: Uint8Array) => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length)
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** @param declared - the width and height in its header */
export const png = (width: number, height: number, depth: 8 | 16 = 8, declared = [width, height]): Buffer => {
  const row = [0]
  for (let x = 0; x < width; x++)
    for (const value of x < width / 2 ? red : blue) row.push(...Array<number>(depth / 8).fill(value))
  const header = Buffer.alloc(13)
  for (const [n, size] of declared.entries()) header.writeUInt32BE(size, n * 4)
  header.set([depth, 2], 8)
  const data = deflateSync(Buffer.concat(Array<Buffer>(height).fill(Buffer.from(row))))
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

export const jpeg = (width: number, height: number) => new Bun.Image(png(width, height)).jpeg().buffer()

export const webp = (width: number, height: number, lossless = false) =>
  new Bun.Image(png(width, height)).webp({ lossless }).buffer()

/** A JPEG that a viewer turns by 90° to the right. */
export const turnedJpeg = async (width: number, height: number) => {
  const source = await jpeg(width, height)
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
  const tiff = Buffer.from([...Buffer.from('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0])
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, tiff.length + 8]), Buffer.from('Exif\0\0'), tiff])
  return Buffer.concat([source.subarray(0, 2), exif, source.subarray(2)])
}

/** A JPEG of 8 × 8 pixels in CMYK, for a press: all coefficients are 0. */
export const cmykJpeg = () => {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  const components = [1, 2, 3, 4]
  const code = (table: number) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0)
  return Buffer.from([
    ...[0xff, 0xd8, ...segment(0xee, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0)],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc0, 8, 0, 8, 0, 8, 4, ...components.flatMap((id) => [id, 0x11, 0])),
    ...[...code(0), ...code(0x10), ...segment(0xda, 4, ...components.flatMap((id) => [id, 0]), 0, 63, 0)],
    ...[0, 0xff, 0xd9],
  ])
}

/** A GIF of one red pixel, and a second frame. */
export const animatedGif = () => {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, ...red, ...blue, ...frame, ...frame, 0x3b])
}

/** A WebP whose second frame is smaller. */
export const animatedWebp = async (width: number, height: number) => {
  const chunk = (type: string, ...data: number[]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return [...Buffer.from(type), ...size, ...data, ...(data.length % 2 ? [0] : [])]
  }
  const edges = (w: number, h: number) => [w - 1, 0, 0, h - 1, 0, 0]
  const frame = async (w: number, h: number) =>
    chunk('ANMF', ...[0, 0, 0, 0, 0, 0], ...edges(w, h), 100, 0, 0, 0, ...(await webp(w, h)).subarray(12))
  const frames = [...(await frame(width, height)), ...(await frame(2, 2))]
  const header = [...chunk('VP8X', 2, 0, 0, 0, ...edges(width, height)), ...chunk('ANIM', 0, 0, 0, 0, 0, 0)]
  return Buffer.from(chunk('RIFF', ...Buffer.from('WEBP'), ...header, ...frames))
}

/** The format, the size and the first pixel of a picture, such as `webp 20×10 red`. */
export const describePicture = async (bytes: Uint8Array) => {
  const { width, height, format } = await new Bun.Image(bytes).metadata()
  const decoded = await new Bun.Image(bytes).png().buffer()
  const start = decoded.indexOf('IDAT')
  const data = decoded.subarray(start + 4, start + 4 + decoded.readUInt32BE(start - 4))
  // Without a pixel before it or above, no filter changes the first one.
  const [, r = 0, , b = 0] = inflateSync(data, { finishFlush: 2 })
  return `${format} ${width}×${height} ${r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : 'other'}`
}
