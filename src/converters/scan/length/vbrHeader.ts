import type { MpegFrame } from './mpegFrame.ts'

/** What the first frame of MPEG audio with a variable bitrate says about all of them. */
export interface VbrHeader {
  frames: number
  /** The size of all frames. */
  bytes?: number
}

/** Where a VBRI header begins in the first frame. */
const vbriOffset = 36

/** Reads the Xing, Info or VBRI header of the first frame. */
export const readVbrHeader = (bytes: Uint8Array, { xingOffset }: MpegFrame): VbrHeader | undefined => {
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
