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

/** The encodings of texts in ID3v2, by their number. */
const encodings = ['latin1', 'utf-16le', 'utf-16be', 'utf-8'] as const

/** The texts of a frame, which are separated by NUL. The first byte is the encoding. */
const decodeTexts = (bytes: Uint8Array): string[] => {
  const encoding = encodings[bytes[0] ?? 0]
  if (encoding === undefined) return []
  // A text in UTF-16 may have a byte order mark of its own.
  return decode(bytes.subarray(1), encoding)
    .replace(/\0+$/, '')
    .split('\0')
    .map((text) => text.replace(/^\ufeff/, ''))
}

const decode = (bytes: Uint8Array, encoding: (typeof encodings)[number]) => {
  const isBigEndian = encoding === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isBigEndian ? 'utf-16be' : encoding, { ignoreBOM: true }).decode(bytes)
}

/** Removes the zero bytes that unsynchronisation adds after each 0xff. */
const removeUnsynchronisation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)

// music-metadata splits texts of ID3v2.3 at each slash, such as AC/DC, and genres at parentheses. So the texts of which it
// does not keep the original form are read here. https://id3.org/id3v2.3.0, https://id3.org/id3v2.4.0-structure

/** The texts of the frames of an ID3v2 tag that are read. Several texts were separated by NUL. */
export interface Id3Texts {
  version: number
  artists: string[]
  genres: string[]
  /** The texts of TXXX:ARTISTS, which lists the artists one by one. */
  separateArtists: string[]
  /** Day and month, as DDMM. ID3v2.3 has the year in another frame. */
  dayAndMonth: string | undefined
}

const frameNames: Record<string, 'artists' | 'genres' | 'date' | 'user'> = {
  TPE1: 'artists',
  TP1: 'artists',
  TCON: 'genres',
  TCO: 'genres',
  TDAT: 'date',
  TDA: 'date',
  TXXX: 'user',
  TXX: 'user',
}

/** Texts that are longer can't be names. */
const maxTextBytes = 65_536

/** The largest tag that is read as a whole, which only old forms of a tag need. */
const maxTagBytes = 32 * 1024 * 1024

const headerBytes = 10

/** More tags than a file has, and more frames than a tag has. Without bounds, a file of empty ones would take minutes. */
const maxTags = 100
const maxFrames = 10_000

interface TagHeader {
  version: number
  flags: number
  /** Without the header. */
  size: number
}

/** The header of the ID3v2 tag at a position, if there is one. */
const readId3Header = async (file: AudioFile, position: number): Promise<TagHeader | undefined> => {
  const bytes = await file.read(position, headerBytes)
  if (bytes.length < headerBytes || toAscii(bytes, 0, 3) !== 'ID3') return
  return { version: bytes[3] ?? 0, flags: bytes[5] ?? 0, size: synchsafe(bytes, 6) }
}

/** Where the audio begins: after ID3v2 tags at the beginning of a file. */
export const skipId3 = async (file: AudioFile): Promise<number> => {
  let position = 0
  for (let tags = 0; tags < maxTags; tags++) {
    const header = await readId3Header(file, position)
    if (!header) break
    const hasFooter = header.version === 4 && (header.flags & 0x10) !== 0
    position += headerBytes + header.size + (hasFooter ? headerBytes : 0)
  }
  return position
}

/** Reads the ID3v2 tag at a position. */
export const readId3Texts = async (file: AudioFile, position: number): Promise<Id3Texts | undefined> => {
  const header = await readId3Header(file, position)
  if (!header || header.version < 2 || header.version > 4) return
  const texts: Id3Texts = {
    version: header.version,
    artists: [],
    genres: [],
    separateArtists: [],
    dayAndMonth: undefined,
  }
  const tag = await openTag(file, position + headerBytes, header)
  let offset = await extendedHeaderSize(tag, header)
  for (let frames = 0; frames < maxFrames; frames++) {
    const frame = await readFrameHeader(tag, offset, header.version)
    if (!frame) break
    const kind = frameNames[frame.id]
    if (kind && frame.size <= maxTextBytes) addTexts(texts, kind, await readFrame(tag, frame))
    offset = frame.start + frame.size
  }
  return texts
}

/** Reads bytes of a tag, from its first byte after the header. */
type ReadTag = (offset: number, length: number) => Promise<Uint8Array>

const openTag = async (file: AudioFile, start: number, { version, flags, size }: TagHeader): Promise<ReadTag> => {
  const isUnsynchronised = version < 4 && (flags & 0x80) !== 0
  if (!isUnsynchronised) {
    return (offset, length) => file.read(start + offset, Math.max(0, Math.min(length, size - offset)))
  }
  const bytes = removeUnsynchronisation(await file.read(start, Math.min(size, maxTagBytes)))
  return async (offset, length) => bytes.subarray(offset, offset + length)
}

const extendedHeaderSize = async (tag: ReadTag, { version, flags }: TagHeader): Promise<number> => {
  if (version === 2 || (flags & 0x40) === 0) return 0
  const bytes = await tag(0, 4)
  if (bytes.length < 4) return 0
  return version === 3 ? 4 + bigEndian(bytes, 0, 4) : synchsafe(bytes, 0)
}

interface Frame {
  id: string
  start: number
  size: number
  /** The flags of the format, of ID3v2.4. */
  flags: number
}

const readFrameHeader = async (tag: ReadTag, offset: number, version: number): Promise<Frame | undefined> => {
  const [length, idLength] = version === 2 ? [6, 3] : [10, 4]
  const bytes = await tag(offset, length)
  const id = toAscii(bytes, 0, idLength)
  if (bytes.length < length || !/^[A-Z0-9]+$/.test(id)) return
  const size = version === 4 ? synchsafe(bytes, 4) : bigEndian(bytes, idLength, version === 2 ? 3 : 4)
  return { id, start: offset + length, size, flags: version === 4 ? (bytes[9] ?? 0) : 0 }
}

const readFrame = async (tag: ReadTag, { start, size, flags }: Frame): Promise<string[]> => {
  const isEncoded = (flags & 0b1100) !== 0
  if (isEncoded) return []
  const hasLength = (flags & 0b1) !== 0
  const bytes = (await tag(start, size)).subarray(hasLength ? 4 : 0)
  return decodeTexts((flags & 0b10) === 0 ? bytes : removeUnsynchronisation(bytes))
}

const addTexts = (texts: Id3Texts, kind: (typeof frameNames)[string], values: string[]) => {
  if (kind === 'artists') texts.artists.push(...values)
  if (kind === 'genres') texts.genres.push(...values)
  if (kind === 'date') texts.dayAndMonth = values[0]
  if (kind === 'user' && values[0]?.toUpperCase() === 'ARTISTS') texts.separateArtists.push(...values.slice(1))
}

const toAscii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

const bigEndian = (bytes: Uint8Array, start: number, length: number) =>
  bytes.subarray(start, start + length).reduce((sum, byte) => sum * 256 + byte, 0)

/** A number of four bytes with seven bits each. */
const synchsafe = (bytes: Uint8Array, start: number) =>
  bytes.subarray(start, start + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
