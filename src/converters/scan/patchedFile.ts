import type { AudioFile } from './audioFile.ts'

/** Bytes that are read in place of those of a file, or after its end. */
export interface Patch {
  position: number
  bytes: Uint8Array
}

/** A file that TagLib reads, with what it would misread in another form. */
export class PatchedFile {
  private position = 0
  private readonly size: number

  constructor(
    private readonly file: AudioFile,
    private readonly patches: readonly Patch[],
  ) {
    this.size = Math.max(file.size, ...patches.map(({ position, bytes }) => position + bytes.length))
  }

  /** Reads from the current position. @returns the number of bytes; null at the end of the file */
  readSync(target: Uint8Array): number | null {
    const start = this.position
    const end = Math.min(start + target.length, this.size)
    if (end <= start) return null
    const bytes = target.subarray(0, end - start)
    this.file.readSync(bytes, start)
    for (const patch of this.patches) {
      const from = Math.max(start, patch.position)
      const patched = patch.bytes.subarray(from - patch.position, Math.max(0, end - patch.position))
      if (patched.length > 0) bytes.set(patched, from - start)
    }
    this.position = end
    return bytes.length
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
