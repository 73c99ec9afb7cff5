/** The tags of a file, by TagLib's names for them. One tag of the file has precedence for all of them. */
export type Tags = Readonly<Record<string, readonly string[] | undefined>>

/** What an audio file says about itself. */
export interface Audio {
  tags: Tags
  /** Seconds; absent if the file does not say it, such as FLAC that was written to a pipe. */
  length?: number
  /** The MD5 of the decoded audio in hexadecimal digits, of FLAC. */
  md5?: string
  /** The picture inside the file that may be a cover, if it was asked for, and its bytes. */
  picture?: { isFront: boolean; base64?: string }
}

/** A file that is no audio file, or can't be read. The message is a sentence. */
export class UnreadableAudio extends Error {}

/** What is read of the picture inside a file: nothing, which takes no time, its kind, or its bytes, too. */
export type PictureRequest = 'none' | 'kind' | 'bytes'

/** Reads tags and length of an audio file. @throws UnreadableAudio, or an error of the system */
export type ReadAudio = (path: string, picture?: PictureRequest) => Promise<Audio>
