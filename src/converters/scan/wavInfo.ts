import { isUtf8 } from 'node:buffer'
import type { AudioFile } from './audioFile.ts'
import type { Patch } from './patchedFile.ts'

// The texts of WAV: a chunk LIST with chunks of their own. They have no encoding by the format. http://www.tactilemedia.com/info/MCI_Control_Info.html

const headerBytes = 8

/** More than a file has. Without a bound, a file of empty chunks would take minutes. */
const maxChunks = 10_000

/** More than texts have. */
const maxInfoBytes = 1 << 20

const windows1252 = new TextDecoder('windows-1252')

/**
 * The texts of a file in UTF-8 and in one list, if they are not: TagLib leaves others out, and reads the first list. What is
 * not UTF-8 is read as Windows-1252.
 */
export const findInfo = async (file: AudioFile): Promise<Patch | undefined> => {
  const lists: { start: number; end: number; texts: Buffer }[] = []
  let start = 12
  for (let count = 0; count < maxChunks; count++) {
    const header = Buffer.from(await file.read(start, headerBytes + 4))
    if (header.length < headerBytes + 4) break
    const size = header.readUInt32LE(4)
    const end = start + headerBytes + size + (size % 2)
    if (header.toString('latin1', 0, 4) === 'LIST' && header.toString('latin1', 8) === 'INFO') {
      const texts = await file.read(start + headerBytes + 4, Math.min(size - 4, maxInfoBytes))
      lists.push({ start, end: Math.min(end, file.size), texts: Buffer.from(texts) })
    }
    start = end
  }
  const [first, ...others] = lists
  if (!first || (others.length === 0 && isUtf8(first.texts))) return
  // Of two texts with one name TagLib reads the last one.
  const texts = lists.toReversed().flatMap((list) => [...encodeTexts(list.texts)])
  return { start: first.start, end: first.end, bytes: chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...texts])) }
}

function* encodeTexts(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start + headerBytes <= bytes.length; ) {
    const size = bytes.readUInt32LE(start + 4)
    const text = bytes.subarray(start + headerBytes, start + headerBytes + size)
    yield chunk(bytes.toString('latin1', start, start + 4), isUtf8(text) ? text : Buffer.from(windows1252.decode(text)))
    start += headerBytes + size + (size % 2)
  }
}

/** A chunk has an even number of bytes. */
const chunk = (name: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)])
}
