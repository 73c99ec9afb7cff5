import type { AudioFile } from './audioFile.ts'

// The header of a frame of MPEG audio. http://www.mp3-tech.org/programmer/frame_header.html

interface MpegFrame {
  /** In bytes, the header included. */
  size: number
  samples: number
  sampleRate: number
  /** In kbit/s. */
  bitrate: number
  /** Where the first frame has a Xing header, if it has one. */
  xingOffset: number
  /** The bits that all frames of a stream have in common: version, layer and sample rate. */
  stream: number
}

const frameHeaderBytes = 4

const bitrates = {
  1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
} as const

/** Those of MPEG 2 and 2.5. */
const lowBitrates = {
  1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const

const sampleRates = [44_100, 48_000, 32_000] as const
const layers = [undefined, 3, 2, 1] as const

/** The frame that begins at an offset, if there is one. */
const parseMpegFrame = (bytes: Uint8Array, offset: number): MpegFrame | undefined => {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + frameHeaderBytes)
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || offset + frameHeaderBytes > bytes.length) return
  const version = (second >> 3) & 0b11
  const layer = layers[(second >> 1) & 0b11]
  const baseRate = sampleRates[((third >> 2) & 0b11) as 0 | 1 | 2]
  if (version === 1 || layer === undefined || baseRate === undefined) return
  const isFirstVersion = version === 3
  const bitrate = (isFirstVersion ? bitrates : lowBitrates)[layer][(third >> 4) - 1]
  if (bitrate === undefined) return
  const sampleRate = baseRate / (isFirstVersion ? 1 : version === 2 ? 2 : 4)
  const samples = layer === 1 ? 384 : layer === 3 && !isFirstVersion ? 576 : 1152
  const padding = (third >> 1) & 1
  const slotBytes = layer === 1 ? 4 : 1
  const size = (Math.floor(((samples / 8 / slotBytes) * bitrate * 1000) / sampleRate) + padding) * slotBytes
  const isMono = fourth >> 6 === 3
  const xingOffset = 4 + (isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  return { size, samples, sampleRate, bitrate, xingOffset, stream: (second & 0x1e) | ((third & 0x0c) << 8) }
}

/** What the first frame of MPEG audio with a variable bitrate says about all of them. */
interface VbrHeader {
  frames: number
  /** The size of all frames. */
  bytes?: number
}

/** Where a VBRI header begins in the first frame. */
const vbriOffset = 36

/** Reads the Xing, Info or VBRI header of the first frame. */
const readVbrHeader = (bytes: Uint8Array, { xingOffset }: MpegFrame): VbrHeader | undefined => {
  const frame = Buffer.from(bytes)
  const nameAt = (offset: number) => frame.toString('latin1', offset, offset + 4)
  if (['Xing', 'Info'].includes(nameAt(xingOffset)) && frame.length >= xingOffset + 16) {
    const flags = frame.readUInt32BE(xingOffset + 4)
    if ((flags & 1) === 0) return
    const frames = frame.readUInt32BE(xingOffset + 8)
    return { frames, ...((flags & 2) !== 0 && { bytes: frame.readUInt32BE(xingOffset + 12) }) }
  }
  if (nameAt(vbriOffset) !== 'VBRI' || frame.length < vbriOffset + 18) return
  return { bytes: frame.readUInt32BE(vbriOffset + 10), frames: frame.readUInt32BE(vbriOffset + 14) }
}

/** How far from the expected beginning the first frame is looked for. */
const maxGarbageBytes = 1_048_576

/** Frames that have to follow each other: by chance, any data has something like a frame now and then. */
const minChainLength = 3

/** Where the bitrate is looked at, to find out whether it is constant. */
const probeCount = 16
const probeBytes = 8_192

const bufferBytes = 1_048_576

interface Found {
  position: number
  frame: MpegFrame
}

/**
 * The length of MPEG audio in seconds; undefined if there is none. The length follows from the header of the first frame
 * if that agrees with the size of the file, or else from the bitrate if it is constant. Otherwise all frames are counted.
 */
export const readMpegLength = async (file: AudioFile, start: number): Promise<number | undefined> => {
  const end = await findAudioEnd(file)
  const first = await findFrame(file, start, Math.min(end, start + maxGarbageBytes), end)
  if (!first) return
  const { position, frame } = first
  const header = readVbrHeader(await file.read(position, frame.size), frame)
  if (header && isPlausible(header, frame, end - position)) return (header.frames * frame.samples) / frame.sampleRate
  if (!header && (await hasConstantBitrate(file, first, end))) return ((end - position) * 8) / (frame.bitrate * 1000)
  return countFrames(file, first, end)
}

/** Without the tags at the end. */
const findAudioEnd = async (file: AudioFile): Promise<number> => {
  const tail = Buffer.from(await file.read(Math.max(0, file.size - 160), 160))
  const id3v1Bytes = tail.toString('latin1', tail.length - 128, tail.length - 125) === 'TAG' ? 128 : 0
  const footer = tail.subarray(0, tail.length - id3v1Bytes).subarray(-32)
  const hasApe = footer.toString('latin1', 0, 8) === 'APETAGEX' && footer.length === 32
  const apeBytes = hasApe ? footer.readUInt32LE(12) + ((footer.readUInt32LE(20) & 0x80000000) === 0 ? 0 : 32) : 0
  return Math.max(0, file.size - id3v1Bytes - apeBytes)
}

/** The first of several frames that follow each other, or of all frames up to the end. */
const findFrame = async (file: AudioFile, from: number, to: number, end: number, stream?: number) => {
  const bytes = await file.read(from, Math.min(to - from + probeBytes, end - from))
  for (let offset = bytes.indexOf(0xff); offset >= 0 && from + offset < to; offset = bytes.indexOf(0xff, offset + 1)) {
    const frame = parseMpegFrame(bytes, offset)
    if (!frame || (stream !== undefined && frame.stream !== stream)) continue
    if (isChain(bytes, offset, end - from)) return { position: from + offset, frame }
  }
}

const isChain = (bytes: Uint8Array, offset: number, end: number): boolean => {
  let next = offset
  let stream: number | undefined
  for (let count = 0; count < minChainLength; count++) {
    if (next === end && count > 0) return true
    const frame = parseMpegFrame(bytes, next)
    if (!frame || (stream !== undefined && frame.stream !== stream)) return false
    stream = frame.stream
    next += frame.size
  }
  return true
}

/** Whether the header fits the size of the audio: an editor may have cut or joined the file and left the header as it was. */
const isPlausible = ({ frames, bytes }: VbrHeader, { samples, sampleRate }: MpegFrame, audioBytes: number): boolean => {
  if (frames === 0) return false
  if (bytes !== undefined) return Math.abs(bytes - audioBytes) <= Math.max(audioBytes / 100, 4_096)
  const bitrate = (audioBytes * 8 * sampleRate) / (frames * samples) / 1000
  return bitrate >= 8 && bitrate <= 450
}

const hasConstantBitrate = async (file: AudioFile, { position, frame }: Found, end: number): Promise<boolean> => {
  const distance = (end - position) / probeCount
  for (let probe = 1; probe < probeCount; probe++) {
    const from = Math.floor(position + probe * distance)
    const found = await findFrame(file, from, Math.min(from + probeBytes, end), end, frame.stream)
    // Near the end there may be none.
    if (!found && end - from > probeBytes) return false
    if (found && found.frame.bitrate !== frame.bitrate) return false
  }
  return true
}

const countFrames = async (file: AudioFile, first: Found, end: number): Promise<number> => {
  const { stream, sampleRate } = first.frame
  let samples = 0
  let position = first.position
  while (position < end) {
    const bytes = await file.read(position, Math.min(bufferBytes, end - position))
    // Without the rest of a header there is no frame: the last one was cut, or the file has become shorter.
    if (bytes.length < frameHeaderBytes) break
    let offset = 0
    for (let frame = parseMpegFrame(bytes, 0); frame?.stream === stream; frame = parseMpegFrame(bytes, offset)) {
      samples += frame.samples
      offset += frame.size
    }
    position += offset
    if (offset > bytes.length - frameHeaderBytes) continue
    const next = await findFrame(file, position + 1, Math.min(end, position + bufferBytes), end, stream)
    if (!next && position + bufferBytes >= end) break
    position = next?.position ?? position + bufferBytes
  }
  return samples / sampleRate
}
