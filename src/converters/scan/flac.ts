import type { AudioFile } from './audioFile.ts'

// https://www.rfc-editor.org/rfc/rfc9639

export interface FlacInfo {
  /** The MD5 of the decoded audio in hexadecimal digits; undefined if the encoder did not store it. */
  md5: string | undefined
  /** Seconds; undefined if the encoder did not store the number of samples. */
  length: number | undefined
  sampleRate: number
}

/** "fLaC", the header of the first block, and the block with the stream info. */
const infoBytes = 42

/** Reads the stream info of a FLAC file whose first byte is at `start`. */
export const readFlacInfo = async (file: AudioFile, start: number): Promise<FlacInfo | undefined> => {
  const bytes = Buffer.from(await file.read(start, infoBytes))
  if (bytes.length < infoBytes || ((bytes[4] ?? 0) & 0x7f) !== 0) return
  const sampleRate = bytes.readUIntBE(18, 3) >> 4
  const samples = ((bytes[21] ?? 0) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22)
  const md5 = bytes.toString('hex', 26, 42)
  if (sampleRate === 0) return
  return {
    md5: /^0+$/.test(md5) ? undefined : md5,
    length: samples === 0 ? undefined : samples / sampleRate,
    sampleRate,
  }
}
