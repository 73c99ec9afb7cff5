import type { AudioFile } from './audioFile.ts'

// The objects of ASF, which WMA files consist of. https://learn.microsoft.com/windows/win32/wmformat/overview-of-the-asf-format

const objectHeaderBytes = 24

/** What the header of a file has before its objects. */
const headerBytes = 30

/** What the header extension has before its objects. */
const extensionBytes = objectHeaderBytes + 22

/** More than a header has. */
const maxHeaderBytes = 1 << 26

const ids = {
  extension: 'b503bf5f2ea9cf118ee300c00c205365',
  extendedContent: '40a4d0d207e3d21197f000a0c95ea850',
  metadata: 'eacbf8c5af5b77488467aa8c44fa4cca',
  metadataLibrary: '941c23449894d149a1411d134e457054',
}

/** The authors of a file but the first one, which is elsewhere and the only one that TagLib reads. */
export const readFurtherAuthors = async (file: AudioFile): Promise<string[]> => {
  const start = Buffer.from(await file.read(0, headerBytes))
  if (start.length < headerBytes) return []
  const size = Math.min(Number(start.readBigUInt64LE(16)), maxHeaderBytes)
  return [...findAuthors(Buffer.from(await file.read(0, size)), headerBytes)]
}

function* findAuthors(bytes: Buffer, start: number): Generator<string> {
  for (let position = start; position + objectHeaderBytes <= bytes.length; ) {
    const id = bytes.toString('hex', position, position + 16)
    const size = Number(bytes.readBigUInt64LE(position + 16))
    if (size < objectHeaderBytes) return
    const object = bytes.subarray(position, position + size)
    if (id === ids.extension) yield* findAuthors(object, extensionBytes)
    if (id === ids.extendedContent) yield* authorsOf(object, false)
    if (id === ids.metadata || id === ids.metadataLibrary) yield* authorsOf(object, true)
    position += size
  }
}

/**
 * The authors among the attributes of an object.
 * @param isLibrary - an attribute is language, stream, length of the name, type, length of the value, name and value; otherwise length of the name, name, type, length of the value and value
 */
function* authorsOf(object: Buffer, isLibrary: boolean): Generator<string> {
  const fixedBytes = isLibrary ? 12 : 6
  let position = objectHeaderBytes + 2
  while (position + fixedBytes <= object.length) {
    const nameLength = object.readUInt16LE(isLibrary ? position + 4 : position)
    const nameStart = position + (isLibrary ? 12 : 2)
    const typeStart = isLibrary ? position + 6 : nameStart + nameLength
    const valueStart = isLibrary ? nameStart + nameLength : typeStart + 4
    if (valueStart > object.length) return
    const valueLength = isLibrary ? object.readUInt32LE(position + 8) : object.readUInt16LE(typeStart + 2)
    const isText = object.readUInt16LE(typeStart) === 0
    const name = textOf(object.subarray(nameStart, nameStart + nameLength))
    position = valueStart + valueLength
    if (isText && name === 'Author') yield textOf(object.subarray(valueStart, position))
  }
}

const textOf = (bytes: Buffer) => bytes.toString('utf16le').replace(/\0+$/, '')
