import type { AudioFile } from './audioFile.ts'
import { skipId3 } from './tags/id3.ts'

export type Container = 'flac' | 'ogg' | 'mp4' | 'wav' | 'aiff' | 'asf' | 'ape' | 'wavpack' | 'mpeg'

/** How music-metadata names the containers. */
export const mimeTypes: Record<Container, string> = {
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  asf: 'audio/ms-asf',
  ape: 'audio/ape',
  wavpack: 'audio/wavpack',
  mpeg: 'audio/mpeg',
}

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
  /** Where the audio begins, after an ID3v2 tag at the beginning of the file. */
  start: number
}

/** The container of a file by its content. Everything without a signature may be MPEG audio. */
export const findContainer = async (file: AudioFile): Promise<AudioStart> => {
  const start = await skipId3(file)
  const text = String.fromCharCode(...(await file.read(start, 12)))
  const found = signatures.find(([, offset, signature]) => text.startsWith(signature, offset))
  return { container: found?.[0] ?? 'mpeg', start }
}
