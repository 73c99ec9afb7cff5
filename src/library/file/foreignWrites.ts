import { fstatSync, readSync, type Stats } from 'node:fs'
import { openForGood } from './keptDescriptors.ts'
import { mayHaveCopied, readWalState, type WalState } from './walIndex.ts'

// In WAL mode SQLite writes pages of a library in checkpoints only, which the index of the WAL shows, whichever process makes them. Beside that, a write
// may make the file longer (`reserve.ts`). Whatever else changes the file comes from a program that knows nothing of SQLite, such as cp, rsync
// --inplace or one that synchronises folders. What SQLite commits afterwards goes into a file that is another one.

interface Seen {
  size: number
  mtimeMs: number
  wal: WalState
  /** A digest of parts of the file. */
  digest: bigint
}

type FileState = Pick<Stats, 'size' | 'mtimeMs'>

export type ForeignChange = 'none' | 'time' | 'content'

/** How many pages of the file a digest has, and their size in bytes. */
const [sampledPages, pageSize] = [32, 4_096]

/**
 * Creates a function that tells what another program has done to the file of a library since its last call: nothing; something that has left its size
 * and its parts as they were, such as a new time; or changed it.
 *
 * Each call reads the state of the WAL first, then the file, and then the state again. A checkpoint at any moment between the first reading of one call
 * and the last one of the next explains a change: it may write a page after the file was read, and in the same tick of the file's time.
 * @param path - of a library in WAL mode that SQLite has open
 */
export const createForeignWrites = (path: string) => {
  const library = openForGood(path)
  const index = openForGood(`${path}-shm`)
  const look = (wal: WalState, { size, mtimeMs }: FileState): Seen => {
    return { size, mtimeMs, wal, digest: digestOf(library, size) }
  }
  let seen = look(readWalState(index), fstatSync(library))

  /**
   * @param isAlone - whether only one commit of this process can have come since the last call
   * @returns undefined if the file is not there
   */
  const find = (readFile: () => FileState | undefined, isAlone: boolean): ForeignChange | undefined => {
    const before = seen
    const wal = readWalState(index)
    const file = readFile()
    if (!file) return
    const isExplained = () => mayHaveCopied(before.wal, readWalState(index), isAlone)
    if (file.size === before.size && file.mtimeMs === before.mtimeMs && !isExplained()) {
      before.wal = wal
      return 'none'
    }
    seen = look(wal, file)
    const isChanged = file.size < before.size || digestOf(library, before.size) !== before.digest
    if (isExplained()) return 'none'
    if (isChanged) return 'content'
    return file.size > before.size ? 'none' : 'time'
  }
  /** The number of pages in the WAL. */
  return { find, walPages: () => seen.wal.frames }
}

/** The first page, and others at equal distances up to the last one. */
const digestOf = (library: number, size: number): bigint => {
  const pages = Math.ceil(size / pageSize)
  const count = Math.min(pages, sampledPages)
  const bytes = Buffer.alloc(count * pageSize)
  for (let position = 0; position < count; position++) {
    const page = count === 1 ? 0 : Math.round((position * (pages - 1)) / (count - 1))
    readSync(library, bytes, position * pageSize, pageSize, page * pageSize)
  }
  return Bun.hash.xxHash64(bytes)
}
