import { AbstractTokenizer, EndOfStreamError, type IRandomAccessFileInfo, type IReadChunkOptions } from 'strtok3'
import type { AudioFile } from './audioFile.ts'

/** The largest part of a file that is read at once, in bytes. Pictures in tags count, though they are not kept. */
const maxBufferSize = 32 * 1024 * 1024

/** Gives music-metadata the bytes of a file. Its own tokenizer asks the system for each of many small reads. */
export class AudioTokenizer extends AbstractTokenizer {
  override fileInfo: IRandomAccessFileInfo

  constructor(
    private readonly file: AudioFile,
    mimeType: string,
  ) {
    super({ maxBufferSize })
    this.fileInfo = { mimeType, size: file.size }
  }

  override async readBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const position = options?.position ?? this.position
    const count = await this.peekBuffer(buffer, options)
    this.position = position + count
    return count
  }

  override async peekBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(buffer, options)
    const count = await this.file.readInto(buffer.subarray(0, length), position)
    if (count < length && !mayBeLess) throw new EndOfStreamError()
    return count
  }

  override supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.position = position
  }
}
