// The header of a frame of MPEG audio. http://www.mp3-tech.org/programmer/frame_header.html

export interface MpegFrame {
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

export const frameHeaderBytes = 4

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
export const parseMpegFrame = (bytes: Uint8Array, offset: number): MpegFrame | undefined => {
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
