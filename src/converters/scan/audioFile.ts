import { readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { yieldToEventLoop } from '../../base/eventLoop.ts'

/** Most tags of most files are in the first window. */
const windowBytes = 65_536

/** Part of a file. */
interface Window {
  buffer: Uint8Array
  /** The position of its first byte in the file. */
  start: number
  /** The number of bytes of the buffer that are those of the file. */
  length: number
}

/** Reads from a window need no turn of the event loop. After so many of them there is one, so that signals are handled during any loop over a file. */
const readsPerTurn = 1_024

/** The buffers of files that were closed, for the next ones. */
const freeBuffers: Uint8Array[] = []

/** A file that is open for reading. Small reads are served from windows of 64 KiB: the first one and the latest one. */
export class AudioFile implements AsyncDisposable {
  private first: Window | undefined
  private latest: Window | undefined
  private reads = 0

  private constructor(
    private readonly handle: FileHandle,
    /** In bytes. */
    readonly size: number,
  ) {}

  static async open(path: string): Promise<AudioFile> {
    const handle = await open(path, 'r')
    try {
      return new AudioFile(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Reads bytes into a buffer. @returns the number of bytes, which is less than asked for only at the end of the file */
  async readInto(buffer: Uint8Array, position: number): Promise<number> {
    if (++this.reads % readsPerTurn === 0) await yieldToEventLoop()
    if (buffer.length > windowBytes / 2) return this.readFromDisk(buffer, position)
    const end = Math.min(position + buffer.length, this.size)
    if (end <= position) return 0
    const { buffer: bytes, start, length } = await this.windowOf(position, end)
    const count = Math.max(0, Math.min(end - start, length) - (position - start))
    buffer.set(bytes.subarray(position - start, position - start + count))
    return count
  }

  /** The bytes from a position, fewer than `length` only at the end of the file. */
  async read(position: number, length: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.max(0, Math.min(length, this.size - position)))
    return buffer.subarray(0, await this.readInto(buffer, position))
  }

  /** Fills a buffer: with zeros where the file ends before. */
  readSync(buffer: Uint8Array, position: number): void {
    let count = 0
    for (let read = -1; read !== 0 && count < buffer.length; count += read)
      read = readSync(this.handle.fd, buffer, count, buffer.length - count, position + count)
    buffer.fill(0, count)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close()
    for (const window of [this.first, this.latest]) if (window) freeBuffers.push(window.buffer)
  }

  private async windowOf(position: number, end: number): Promise<Window> {
    if (end <= windowBytes) {
      this.first ??= await this.readWindow(0, freeBuffers.pop())
      return this.first
    }
    const { latest } = this
    if (latest && position >= latest.start && end <= latest.start + latest.length) return latest
    // A window near the end reaches back, since the end is read from several positions.
    const start = Math.max(0, Math.min(position, this.size - windowBytes))
    this.latest = await this.readWindow(start, latest?.buffer ?? freeBuffers.pop())
    return this.latest
  }

  private async readWindow(start: number, buffer: Uint8Array = new Uint8Array(windowBytes)): Promise<Window> {
    return { buffer, start, length: await this.readFromDisk(buffer, start) }
  }

  private async readFromDisk(buffer: Uint8Array, position: number) {
    let count = 0
    while (count < buffer.length) {
      const { bytesRead } = await this.handle.read(buffer, count, buffer.length - count, position + count)
      if (bytesRead === 0) break
      count += bytesRead
    }
    return count
  }
}
