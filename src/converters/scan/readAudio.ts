import { withoutUndefined } from '../../base/objects.ts'
import { readFurtherAuthors } from './asfAuthors.ts'
import { type Audio, type ReadAudio, type Tags, UnreadableAudio } from './audio.ts'
import { AudioFile } from './audioFile.ts'
import { type AudioStart, findContainer } from './container.ts'
import { readFragmentsLength } from './mp4Length.ts'
import { readMpegLength } from './mpegLength.ts'
import { findPatch } from './patches.ts'
import { readTags } from './tagLib.ts'

/** Reads an audio file. @throws UnreadableAudio, or an error of the system */
export const readAudio: ReadAudio = async (path, picture = 'none'): Promise<Audio> => {
  await using file = await AudioFile.open(path)
  const audioStart = await findContainer(file)
  const { container, start } = audioStart
  const mpegLength = container === 'mpeg' ? await readMpegLength(file, start) : undefined
  if (container === 'mpeg' && mpegLength === undefined)
    throw new UnreadableAudio('The file is not audio in a supported format.')
  const read = await readTags(file, container, await findPatch(file, container), picture !== 'none')
  if (!read)
    throw new UnreadableAudio(
      'The file is incomplete, is not audio in a supported format, or has a tag with more than 10,000 values.',
    )
  const { durationMs } = read
  const tags = container === 'asf' ? addAuthors(read.tags, await readFurtherAuthors(file)) : read.tags
  const md5 = await readFlacMd5(file, audioStart)
  // TagLib takes the first frames of MPEG audio for all of them, and does not look at the fragments of MP4.
  const fragmentsLength = container === 'mp4' && durationMs === 0 ? await readFragmentsLength(file) : undefined
  const length = mpegLength ?? fragmentsLength ?? (durationMs === 0 ? undefined : durationMs / 1000)
  if (length === undefined && container !== 'flac' && container !== 'ogg')
    throw new UnreadableAudio('The file is incomplete or not audio: its length is unknown.')
  const { isFront = false, data } = read.picture ?? {}
  const found = data && { isFront, ...(picture === 'bytes' && { base64: data.toBase64() }) }
  return withoutUndefined({ tags, length, md5, picture: found })
}

const addAuthors = (tags: Tags, authors: readonly string[]): Tags =>
  authors.length === 0 ? tags : { ...tags, artist: [...(tags.artist ?? []), ...authors] }

/** "fLaC", the header of the first block, and the block with the stream info. https://www.rfc-editor.org/rfc/rfc9639 */
const flacInfoBytes = 42

/** The MD5 of the audio, which the encoder may not have stored. */
const readFlacMd5 = async (file: AudioFile, { container, start }: AudioStart): Promise<string | undefined> => {
  if (container !== 'flac') return
  const bytes = Buffer.from(await file.read(start, flacInfoBytes))
  const isInfo = bytes.length === flacInfoBytes && ((bytes[4] ?? 0) & 0x7f) === 0
  const md5 = bytes.toString('hex', 26, flacInfoBytes)
  return isInfo && !/^0+$/.test(md5) ? md5 : undefined
}
