/** Tags of a FLAC file: Vorbis comments, such as `TITLE`. */
export type FlacTags = Record<string, string>

/**
 * A FLAC file with tags and a length, but without audio and without the MD5 of it. Programs that read tags take it for silence.
 *
 * @param seconds - the length in whole seconds
 */
export const flacFile = (tags: FlacTags, seconds: number): Uint8Array => {
  const sampleRate = 8000
  const streamInfo = Buffer.alloc(34)
  streamInfo.writeUInt16BE(4096, 0)
  streamInfo.writeUInt16BE(4096, 2)
  // 20 bits of sample rate, 3 of channels - 1, 5 of bits per sample - 1, and 36 of samples.
  streamInfo.writeBigUInt64BE((BigInt(sampleRate) << 44n) | (15n << 36n) | BigInt(seconds * sampleRate), 10)
  const texts = ['test', ...Object.entries(tags).map(([name, value]) => `${name}=${value}`)]
  const [vendor = Buffer.alloc(0), ...comments] = texts.map((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  const count = Buffer.alloc(4)
  count.writeUInt32LE(comments.length)
  const comment = Buffer.concat([vendor, count, ...comments])
  // TagLib reads no file of less than 128 bytes: it looks for tags at the end.
  return Buffer.concat([Buffer.from('fLaC'), block(0, streamInfo), block(0x80 | 4, comment), Buffer.alloc(128)])
}

/** A metadata block: its type, with the highest bit for the last one, its length in 24 bits, and its content. */
const block = (type: number, content: Buffer) => {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(content.length)
  header[0] = type
  return Buffer.concat([header, content])
}
