import type { AudioFile } from '../audioFile.ts'

// The length of an Ogg file is in the header of its last page. https://www.xiph.org/ogg/doc/framing.html

/** A page has at most 65,307 bytes. */
const tailBytes = 131_072
const headerBytes = 27

/** The granule position of a page in which no packet ends. */
const noPosition = 0xffff_ffff_ffff_ffffn

interface Stream {
  serial: number
  /** The number of granules in a second. */
  rate: number
  /** Granules that are not played. */
  skipped: number
}

/** The length of the first stream in seconds; undefined if its codec is unknown or its end is missing. */
export const readOggLength = async (file: AudioFile): Promise<number | undefined> => {
  const stream = parseFirstPage(Buffer.from(await file.read(0, 512)))
  if (!stream) return
  const tail = Buffer.from(await file.read(Math.max(0, file.size - tailBytes), tailBytes))
  for (let offset = tail.lastIndexOf('OggS'); offset >= 0; offset = lastPageBefore(tail, offset)) {
    if (offset + headerBytes > tail.length || tail.readUInt32LE(offset + 14) !== stream.serial) continue
    const position = tail.readBigUInt64LE(offset + 6)
    if (position === noPosition) continue
    return Math.max(0, Number(position) - stream.skipped) / stream.rate
  }
}

const lastPageBefore = (tail: Buffer, offset: number) => (offset === 0 ? -1 : tail.lastIndexOf('OggS', offset - 1))

const parseFirstPage = (page: Buffer): Stream | undefined => {
  if (page.length < headerBytes + 1) return
  const serial = page.readUInt32LE(14)
  const packet = page.subarray(headerBytes + (page[26] ?? 0))
  const startsWith = (text: string) => packet.toString('latin1', 0, text.length) === text && packet.length >= 40
  if (startsWith('OpusHead')) return { serial, rate: 48_000, skipped: packet.readUInt16LE(10) }
  if (startsWith('\x01vorbis')) return { serial, rate: packet.readUInt32LE(12), skipped: 0 }
  if (startsWith('Speex   ')) return { serial, rate: packet.readUInt32LE(36), skipped: 0 }
  // The stream info block of FLAC follows 13 bytes and the header of the block.
  if (startsWith('\x7fFLAC')) return { serial, rate: packet.readUIntBE(27, 3) >> 4, skipped: 0 }
}
