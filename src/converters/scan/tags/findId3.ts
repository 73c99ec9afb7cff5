import type { AudioFile } from '../audioFile.ts'
import type { AudioStart } from '../container.ts'

/** More chunks than any file has. */
const maxChunks = 10_000

/** Where a file has its ID3v2 tag: at the beginning, or in a chunk of AIFF or WAV. */
export const findId3 = async (file: AudioFile, { container, start }: AudioStart): Promise<number | undefined> => {
  if (start > 0) return 0
  if (container !== 'aiff' && container !== 'wav') return
  let position = 12
  for (let count = 0; count < maxChunks && position + 8 <= file.size; count++) {
    const header = Buffer.from(await file.read(position, 8))
    if (header.length < 8) return
    if (header.toString('latin1', 0, 4).toUpperCase() === 'ID3 ') return position + 8
    const size = container === 'aiff' ? header.readUInt32BE(4) : header.readUInt32LE(4)
    // Chunks begin at even positions.
    position += 8 + size + (size % 2)
  }
}
