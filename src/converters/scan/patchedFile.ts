import type { AudioFile } from './audioFile.ts'

/** Bytes that are read in place of a part of a file, which may have another length. */
export interface Patch {
  start: number
  end: number
  bytes: Uint8Array
}

/** A file as TagLib reads it: with what it would misread in another form. */
export class PatchedFile {
  private position = 0
  private readonly patch: Patch
  /** Where the patch ends in what is read. */
  private readonly patchEnd: number
  private readonly size: number

  constructor(
    private readonly file: AudioFile,
    patch: Patch | undefined,
  ) {
    this.patch = patch ?? { start: file.size, end: file.size, bytes: new Uint8Array() }
    this.patchEnd = this.patch.start + this.patch.bytes.length
    this.size = file.size + this.patchEnd - this.patch.end
  }

  /** Reads from the current position. @returns the number of bytes; null at the end of the file */
  readSync(target: Uint8Array): number | null {
    const { file, patch, patchEnd, position } = this
    const end = Math.min(position + target.length, this.size)
    if (end <= position) return null
    const readPart = (from: number, to: number, read: (part: Uint8Array, start: number) => void) => {
      const start = Math.max(from, position)
      if (start < Math.min(to, end)) read(target.subarray(start - position, Math.min(to, end) - position), start)
    }
    readPart(0, patch.start, (part, start) => file.readSync(part, start))
    readPart(patch.start, patchEnd, (part, start) => {
      part.set(patch.bytes.subarray(start - patch.start, start - patch.start + part.length))
    })
    readPart(patchEnd, end, (part, start) => file.readSync(part, start - patchEnd + patch.end))
    this.position = end
    return end - position
  }

  /** @param whence - what the offset is from: 0 is the beginning, 1 the current position, 2 the end */
  seekSync(offset: number, whence: 0 | 1 | 2): number {
    const position = offset + ([0, this.position, this.size][whence] ?? 0)
    if (position < 0) throw new RangeError(`${position} is before the beginning of the file.`)
    this.position = position
    return position
  }

  writeSync(): number {
    throw new Error('Audio files are only read.')
  }

  truncateSync(): void {
    this.writeSync()
  }

  /** The file is closed by who opened it. */
  close(): void {}
}
