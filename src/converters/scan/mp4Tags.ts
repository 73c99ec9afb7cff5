import type { AudioFile } from './audioFile.ts'
import { findAtom, readContent } from './mp4Atoms.ts'
import type { Patch } from './patchedFile.ts'

const headerBytes = 8

/** Items with one name, such as two artists. */
interface Item {
  name: string
  /** What names an item of a name of its own, `----`, before its values. */
  head: Buffer
  values: Buffer[]
}

/**
 * The items of a file with one item for each name, which has all values: of several items with one name TagLib reads the
 * first. What is saved by it is filled, so that no other size in the file changes.
 */
export const findRepeatedItems = async (file: AudioFile): Promise<Patch | undefined> => {
  const list = await findAtom(file, 'moov', 'udta', 'meta', 'ilst')
  if (!list) return
  const bytes = await readContent(file, list)
  if (list.content + bytes.length < list.end) return
  const items = new Map<string, Item>()
  let count = 0
  for (const { name, content } of splitAtoms(bytes)) {
    count++
    const headBytes = name === '----' ? sizeOfHead(content) : 0
    const head = content.subarray(0, headBytes)
    const key = `${name}${head.toString('latin1')}`
    items.getOrInsertComputed(key, () => ({ name, head, values: [] })).values.push(content.subarray(headBytes))
  }
  if (items.size === count) return
  const merged = [...items.values()].map(({ name, head, values }) => atom(name, head, ...values))
  const used = merged.reduce((sum, { length }) => sum + length, 0)
  const filler = atom('free', Buffer.alloc(bytes.length - used - headerBytes))
  return { start: list.content, end: list.content + bytes.length, bytes: Buffer.concat([...merged, filler]) }
}

function* splitAtoms(bytes: Buffer): Generator<{ name: string; content: Buffer }> {
  let start = 0
  while (start + headerBytes <= bytes.length) {
    const size = bytes.readUInt32BE(start)
    if (size < headerBytes) return
    yield {
      name: bytes.toString('latin1', start + 4, start + headerBytes),
      content: bytes.subarray(start + headerBytes, start + size),
    }
    start += size
  }
}

/** The bytes of the atoms `mean` and `name`, which are the domain and the name of an item. */
const sizeOfHead = (content: Buffer): number => {
  let size = 0
  for (const { name, content: text } of splitAtoms(content)) {
    if (name === 'data') break
    size += headerBytes + text.length
  }
  return size
}

const atom = (name: string, ...contents: Buffer[]): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(headerBytes + contents.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([size, Buffer.from(name, 'latin1'), ...contents])
}
