import type { AudioFile } from './audioFile.ts'

export type Container = keyof typeof extensions

/** The extensions by which TagLib takes a file for one of a container. */
export const extensions = {
  flac: 'flac',
  ogg: 'ogg',
  mp4: 'm4a',
  wav: 'wav',
  aiff: 'aiff',
  asf: 'wma',
  ape: 'ape',
  wavpack: 'wv',
  mpeg: 'mp3',
} as const

/** The texts that containers have at an offset. */
const signatures: [container: Container, offset: number, text: string][] = [
  ['flac', 0, 'fLaC'],
  ['ogg', 0, 'OggS'],
  ['mp4', 4, 'ftyp'],
  ['wav', 8, 'WAVE'],
  ['aiff', 8, 'AIFF'],
  ['aiff', 8, 'AIFC'],
  ['asf', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['ape', 0, 'MAC '],
  ['wavpack', 0, 'wvpk'],
]

export interface AudioStart {
  container: Container
  /** Where the audio begins, after ID3v2 tags at the beginning of the file. */
  start: number
}

/** The container of a file by its content. Everything without a signature may be MPEG audio. */
export const findContainer = async (file: AudioFile): Promise<AudioStart> => {
  const start = await skipId3(file)
  const text = String.fromCharCode(...(await file.read(start, 12)))
  const found = signatures.find(([, offset, signature]) => text.startsWith(signature, offset))
  return { container: found?.[0] ?? 'mpeg', start }
}

const id3HeaderBytes = 10

/** More tags than a file has. Without a bound, a file of empty ones would take minutes. */
const maxTags = 100

/** Where the audio begins: after ID3v2 tags at the beginning of a file. https://id3.org/id3v2.4.0-structure */
const skipId3 = async (file: AudioFile): Promise<number> => {
  let position = 0
  for (let tags = 0; tags < maxTags; tags++) {
    const bytes = await file.read(position, id3HeaderBytes)
    if (bytes.length < id3HeaderBytes || String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') break
    // Four bytes with seven bits each.
    const size = bytes.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    const hasFooter = bytes[3] === 4 && ((bytes[5] ?? 0) & 0x10) !== 0
    position += id3HeaderBytes + size + (hasFooter ? id3HeaderBytes : 0)
  }
  return position
}
