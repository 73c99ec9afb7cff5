import type { AudioFile } from './audioFile.ts'
import type { Container } from './container.ts'
import { findRepeatedItems } from './mp4Tags.ts'
import type { Patch } from './patchedFile.ts'
import { findInfo } from './wavInfo.ts'

/** What TagLib would misread in a file, in a form that it reads. */
export const findPatch = async (file: AudioFile, container: Container): Promise<Patch | undefined> => {
  if (container === 'mp4') return findRepeatedItems(file)
  if (container === 'wav') return findInfo(file)
  if (container === 'mpeg') return findExtendedHeader(file)
}

/** Where the extended header is in a file with an ID3v2 tag. */
const headerStart = 10

/** The size of the extended header of ID3v2.3, which TagLib takes for that of version 2.4: that one includes its own four bytes. https://id3.org/id3v2.3.0 */
const findExtendedHeader = async (file: AudioFile): Promise<Patch | undefined> => {
  const bytes = Buffer.from(await file.read(0, headerStart + 6))
  const hasExtendedHeader = ((bytes[5] ?? 0) & 0x40) !== 0
  if (bytes.length < headerStart + 6 || bytes.toString('latin1', 0, 4) !== 'ID3\x03' || !hasExtendedHeader) return
  const hasChecksum = ((bytes[headerStart + 4] ?? 0) & 0x80) !== 0
  const size = bytes.readUInt32BE(headerStart)
  // Some programs write the size of version 2.4.
  if (size !== (hasChecksum ? 10 : 6)) return
  return { start: headerStart, end: headerStart + 4, bytes: Buffer.from([0, 0, 0, size + 4]) }
}
