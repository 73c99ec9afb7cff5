import type { AudioFile } from '../audioFile.ts'

// An encoder that writes to a pipe can't store the number of samples. It follows from the header of the last frame.
// https://www.rfc-editor.org/rfc/rfc9639#name-frame-structure

/** A frame of eight channels with 24 bits may be longer, but then it has more samples than encoders put into one. */
const tailBytes = 524_288

/**
 * How many headers are tried. By chance, less than one in a million positions has a valid one. The checksum of a frame takes
 * milliseconds, so a file that consists of headers would take minutes.
 */
const maxHeaders = 32

/** The length of a FLAC file in seconds by its last frame; undefined if it can't be found. */
export const readFlacLength = async (
  file: AudioFile,
  start: number,
  sampleRate: number,
): Promise<number | undefined> => {
  const tail = await file.read(Math.max(0, file.size - tailBytes), tailBytes)
  let headers = 0
  for (
    let offset = tail.lastIndexOf(0xff);
    offset >= 0 && headers < maxHeaders;
    offset = offset === 0 ? -1 : tail.lastIndexOf(0xff, offset - 1)
  ) {
    const header = parseFrameHeader(tail, offset)
    if (!header) continue
    headers++
    if (crc16(tail.subarray(offset, -2)) !== readUInt16(tail, tail.length - 2)) continue
    // In a stream with a fixed size of blocks, only the last block may be shorter.
    const blockSize = header.isVariable ? 1 : await readBlockSize(file, start)
    return (header.number * blockSize + header.samples) / sampleRate
  }
}

interface FrameHeader {
  isVariable: boolean
  /** Of the frame or, with blocks of variable size, of its first sample. */
  number: number
  samples: number
}

const parseFrameHeader = (bytes: Uint8Array, offset: number): FrameHeader | undefined => {
  const second = bytes[offset + 1] ?? 0
  if ((second & 0xfe) !== 0xf8) return
  const codes = bytes[offset + 2] ?? 0
  const coded = parseCodedNumber(bytes, offset + 4)
  if (!coded) return
  const sizeCode = codes >> 4
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rateCode = codes & 0x0f
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0
  const crcOffset = coded.end + sizeBytes + rateBytes
  if (crcOffset >= bytes.length || crc8(bytes.subarray(offset, crcOffset)) !== bytes[crcOffset]) return
  const samples = blockSizeOf(sizeCode, bytes, coded.end)
  return samples === undefined ? undefined : { isVariable: (second & 1) === 1, number: coded.number, samples }
}

const blockSizeOf = (code: number, bytes: Uint8Array, offset: number): number | undefined => {
  if (code === 0) return
  if (code === 1) return 192
  if (code <= 5) return 576 * 2 ** (code - 2)
  if (code === 6) return (bytes[offset] ?? 0) + 1
  if (code === 7) return readUInt16(bytes, offset) + 1
  return 256 * 2 ** (code - 8)
}

/** A number in the form of UTF-8, with up to seven bytes. */
const parseCodedNumber = (bytes: Uint8Array, offset: number) => {
  const first = bytes[offset] ?? 0xff
  const length = Math.clz32(~(first << 24))
  if (length === 1 || length > 7) return
  let number = length === 0 ? first : first & (0x7f >> length)
  const end = offset + Math.max(length, 1)
  for (let index = offset + 1; index < end; index++) number = number * 64 + ((bytes[index] ?? 0) & 0x3f)
  return { number, end }
}

/** The size of all blocks but the last one, from the stream info. */
const readBlockSize = async (file: AudioFile, start: number): Promise<number> =>
  readUInt16(await file.read(start + 8, 2), 0)

const readUInt16 = (bytes: Uint8Array, offset: number) => (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0)

const crc8 = (bytes: Uint8Array) => crc(bytes, 8, 0x07)
const crc16 = (bytes: Uint8Array) => crc(bytes, 16, 0x8005)

const crc = (bytes: Uint8Array, width: 8 | 16, polynomial: number): number => {
  const [topBit, mask] = [1 << (width - 1), (1 << width) - 1]
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) value = (value & topBit ? (value << 1) ^ polynomial : value << 1) & mask
  }
  return value
}
