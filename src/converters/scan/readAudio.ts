import { type IAudioMetadata, type ICommonTagsResult, type IMetadataEvent, parseFromTokenizer } from 'music-metadata'
import { BufferSizeError } from 'strtok3'
import { errorCode } from '../../base/errors.ts'
import { AudioFile } from './audioFile.ts'
import { type AudioStart, findContainer, mimeTypes } from './container.ts'
import { readFlacLength } from './length/flacLength.ts'
import { readMpegLength } from './length/mpegLength.ts'
import { readOggLength } from './length/oggLength.ts'
import { findId3, type Id3Texts, readId3Texts } from './tags/id3.ts'
import { AudioTokenizer } from './tokenizer.ts'

// https://www.rfc-editor.org/rfc/rfc9639

interface FlacInfo {
  /** The MD5 of the decoded audio in hexadecimal digits; undefined if the encoder did not store it. */
  md5: string | undefined
  /** Seconds; undefined if the encoder did not store the number of samples. */
  length: number | undefined
  sampleRate: number
}

/** "fLaC", the header of the first block, and the block with the stream info. */
const infoBytes = 42

/** Reads the stream info of a FLAC file whose first byte is at `start`. */
const readFlacInfo = async (file: AudioFile, start: number): Promise<FlacInfo | undefined> => {
  const bytes = Buffer.from(await file.read(start, infoBytes))
  if (bytes.length < infoBytes || ((bytes[4] ?? 0) & 0x7f) !== 0) return
  const sampleRate = bytes.readUIntBE(18, 3) >> 4
  const samples = ((bytes[21] ?? 0) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22)
  const md5 = bytes.toString('hex', 26, 42)
  if (sampleRate === 0) return
  return {
    md5: /^0+$/.test(md5) ? undefined : md5,
    length: samples === 0 ? undefined : samples / sampleRate,
    sampleRate,
  }
}

/** What an audio file says about itself. */
export interface Audio {
  /** Seconds. */
  length: number
  common: IAudioMetadata['common']
  id3: Id3Texts | undefined
  /** Whether the tags that music-metadata prefers to ID3v2 name the artist. */
  hasOtherArtist: boolean
  /** The MD5 of the decoded audio, of FLAC. */
  md5: string | undefined
}

/** A file that is no audio file, or whose tags are broken. The message is a sentence. */
export class UnreadableAudio extends Error {}

/** Reads tags and length of an audio file. @throws UnreadableAudio, or an error of the system */
export const readAudio = async (path: string): Promise<Audio> => {
  await using file = await AudioFile.open(path)
  const audioStart = await findContainer(file)
  const known = await readKnownLength(file, audioStart)
  const { common, format, native } = await parse(file, audioStart, false)
  if (format.hasAudio === false) throw new UnreadableAudio('The file has no audio.')
  const length = known.length ?? format.duration ?? (await parse(file, audioStart, true)).format.duration
  const hasCodec = format.codec !== undefined || format.container !== undefined
  if (!hasCodec || length === undefined || !Number.isFinite(length) || length < 0)
    throw new UnreadableAudio('The file is incomplete, or no audio: its length is unknown.')
  const id3Position = await findId3(file, audioStart)
  return {
    length,
    common,
    id3: id3Position === undefined ? undefined : await readId3Texts(file, id3Position),
    hasOtherArtist: (native.APEv2 ?? native.vorbis ?? []).some(({ id }) => /^artists?$/i.test(id)),
    md5: known.md5,
  }
}

/** The length and the MD5 where the program reads them by itself: music-metadata estimates the length, or reads the whole file. */
const readKnownLength = async (
  file: AudioFile,
  { container, start }: AudioStart,
): Promise<{ length?: number | undefined; md5?: string | undefined }> => {
  if (container === 'ogg') return { length: await readOggLength(file) }
  if (container === 'flac') {
    const info = await readFlacInfo(file, start)
    return { md5: info?.md5, length: info && (info.length ?? (await readFlacLength(file, start, info.sampleRate))) }
  }
  if (container !== 'mpeg') return {}
  const length = await readMpegLength(file, start)
  if (length === undefined) throw new UnreadableAudio('The file is no audio of a format that is read.')
  return { length }
}

/** More values than a tag of any track has. */
const maxValues = 100

/** music-metadata compares each value of a tag with all before it, which takes minutes if there are a hundred thousand. */
const limitValues = ({ metadata, tag }: IMetadataEvent) => {
  const values: unknown = tag.type === 'common' ? metadata.common[tag.id as keyof ICommonTagsResult] : undefined
  if (Array.isArray(values) && values.length > maxValues) values.length = maxValues
}

const parse = async (file: AudioFile, { container }: AudioStart, duration: boolean): Promise<IAudioMetadata> => {
  try {
    const tokenizer = new AudioTokenizer(file, mimeTypes[container])
    return await parseFromTokenizer(tokenizer, { skipCovers: true, duration, observer: limitValues })
  } catch (error) {
    if (errorCode(error) !== '') throw error
    if (error instanceof BufferSizeError)
      throw new UnreadableAudio('Its tags are larger than 32 MB. Remove large pictures from them.')
    throw new UnreadableAudio(`Its tags can't be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
