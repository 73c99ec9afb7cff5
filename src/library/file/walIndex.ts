import { readSync } from 'node:fs'

// How far the WAL has been copied into the library, as the first 132 bytes of the WAL's index (`-shm`) have it. Numbers have the byte order of the
// machine, but the salt: https://sqlite.org/walformat.html#the_wal_index_file_format

const size = 132
const offsets = { frames: 16, salt: 32, copied: 96, attempted: 128 }

export interface WalState {
  /** The number of frames in the WAL. */
  frames: number
  /** How many of them are copied into the library, and to how many a checkpoint has set out, before it wrote the first of them. */
  copied: number
  attempted: number
  /** A number that is one higher each time when the WAL is written from its start again. */
  salt: number
}

/** @param descriptor - of the WAL's index */
export const readWalState = (descriptor: number): WalState => {
  const bytes = Buffer.alloc(size)
  readSync(descriptor, bytes, 0, size, 0)
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, size)
  const read = (offset: number) => numbers.getUint32(offset, isLittleEndian)
  return {
    frames: read(offsets.frames),
    copied: read(offsets.copied),
    attempted: read(offsets.attempted),
    salt: numbers.getUint32(offsets.salt, false),
  }
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Whether a checkpoint of any process may have written to the library between two states.
 * @param isAlone - whether only one commit of this process can have come between them
 */
export const mayHaveCopied = (before: WalState, after: WalState, isAlone: boolean): boolean => {
  const restarts = (after.salt - before.salt) >>> 0
  // A checkpoint that has failed or was killed, or was under way, is made again.
  if (restarts === 0)
    return after.attempted > before.attempted || after.copied > before.copied || before.attempted > before.copied
  // A WAL is written from its start again only when all of it is copied. A commit of this process may do that with a WAL that was copied before, and
  // then nothing was copied since. Others may have added to the WAL and copied that, too.
  const wasAllCopied = before.copied === before.frames
  return after.attempted > 0 || !wasAllCopied || !isAlone || restarts > 1
}
