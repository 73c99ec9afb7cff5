import type { AudioFile } from './audioFile.ts'

// The atoms of MP4, which the standard calls boxes: ISO/IEC 14496-12.

export interface Atom {
  name: string
  /** Where its content begins. */
  content: number
  end: number
}

const headerBytes = 8
const longHeaderBytes = 16

/** More than the fragments of a recording of a day. Without a bound, a file of empty atoms would take minutes. */
const maxAtoms = 200_000

/** Reads the headers of the atoms in a part of a file, which is the content of another atom or all of it. */
async function* readAtoms(file: AudioFile, { content, end }: Omit<Atom, 'name'>): AsyncGenerator<Atom> {
  let position = content
  for (let count = 0; count < maxAtoms; count++) {
    const header = Buffer.from(await file.read(position, longHeaderBytes))
    if (header.length < headerBytes || position + headerBytes > end) return
    const shortSize = header.readUInt32BE(0)
    const isLong = shortSize === 1 && header.length === longHeaderBytes
    const size = isLong ? Number(header.readBigUInt64BE(8)) : shortSize === 0 ? end - position : shortSize
    const start = position + (isLong ? longHeaderBytes : headerBytes)
    position += size
    if (position < start) return
    yield { name: header.toString('latin1', 4, 8), content: start, end: Math.min(position, end) }
  }
}

/** The atoms of a name in a part of a file. */
export async function* findAtoms(file: AudioFile, parent: Omit<Atom, 'name'>, name: string): AsyncGenerator<Atom> {
  for await (const atom of readAtoms(file, parent)) if (atom.name === name) yield atom
}

/** The first atom at a path, such as `moov`, `trak`. */
export const findAtom = async (file: AudioFile, ...path: string[]): Promise<Atom | undefined> => {
  let found: Omit<Atom, 'name'> | undefined = { content: 0, end: file.size }
  for (const name of path) {
    // A version and flags come before what is in this atom.
    found = found && (await findAtoms(file, found, name).next()).value
    if (found && name === 'meta') found = { ...found, content: found.content + 4 }
  }
  return found as Atom | undefined
}

/** More than atoms have that are read as a whole. */
const maxContentBytes = 1 << 26

/** The content of an atom. */
export const readContent = async (file: AudioFile, { content, end }: Omit<Atom, 'name'>): Promise<Buffer> => {
  const bytes = await file.read(content, Math.min(end - content, maxContentBytes))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
