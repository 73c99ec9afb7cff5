import { constants, type Database as Sqlite } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { DiskFull } from '../../base/errors.ts'
import { readFreeBytes } from '../freeSpace.ts'

// On a full disk, a commit needs two things that the files of a library have already: pages in the file, and room in the WAL.
// - A value without content takes pages in the file. They become free when it is deleted.
// - The file grows before a commit that makes the library longer. So the WAL can always be copied into it, and then be overwritten from its start.
// A file system that copies on write, such as Btrfs or ZFS, needs space for that, too.

/** The size of the value, and the minimum size of the WAL, in pages. Some 700 logins fit, since most of them need no further page. */
export const reservedPages = 64

/** The file grows by some pages more than it has to, so that few commits wait for it. A checkpoint takes these away again. */
const sparePages = 32

const pageBytes = 4096

export type Reserve = ReturnType<typeof createReserve>

const preparePageCount = (client: Sqlite) => {
  const select = client.prepare<{ page_count: number }, []>('PRAGMA page_count')
  return () => select.get()?.page_count ?? 0
}

/**
 * Keeps space in the files of a library for the writes that may use it while the disk is full (`ReserveOptions` in `database.ts`).
 * @param client - the connection that writes
 * @param reader - a connection that is never in that transaction
 */
export const createReserve = (client: Sqlite, reader: Sqlite, path: string) => {
  // Without a chunk size, SQLite ignores a size hint.
  client.fileControl(constants.SQLITE_FCNTL_CHUNK_SIZE, pageBytes)
  const countPages = preparePageCount(client)
  const countCommittedPages = preparePageCount(reader)
  const checkpoint = client.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  // Every library has this table of SQLite. It takes any value, and for a table SQLite reads only the row with its name. Copies have the row, too.
  const takePages = client.prepare(
    "INSERT INTO sqlite_sequence SELECT '', zeroblob(?) WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '')",
  )
  const freePages = client.prepare("DELETE FROM sqlite_sequence WHERE name = ''")
  let isKept = false
  let wasFull = false

  const keep = () => {
    if (!isKept) takePages.run(reservedPages * pageBytes)
    isKept = true
  }

  /** Makes the file as long as the transaction will make the library. */
  const growFile = () => {
    const pages = countPages()
    const missingBytes = () => pages * pageBytes - statSync(path).size
    // SQLite writes a byte into each block beyond the end of the file. If pages before are missing, another program may just be writing these.
    const mayGrow = missingBytes() > 0 && missingBytes() <= (pages - countCommittedPages()) * pageBytes
    if (!mayGrow) return
    const newSize = BigInt((pages + sparePages) * pageBytes)
    client.fileControl(constants.SQLITE_FCNTL_SIZE_HINT, new BigInt64Array([newSize]))
    // Any other error of the disk is that of the commit.
    if (readFreeBytes(path) < missingBytes()) throw new DiskFull()
  }

  return {
    /** Has the next transaction overwrite the WAL from its start, unless another one still reads it. */
    reuseWal: () => void checkpoint.run(),
    /** Frees the pages for the transaction that has begun. */
    freePages: () => void freePages.run(),
    /** Has to be called before a commit. @throws DiskFull; SQLiteError */
    prepareCommit: (mayUseReserve: boolean) => {
      // Until the disk has as much free space as the reserve, other writes fail: they would use up the pages and the WAL.
      wasFull &&= readFreeBytes(path) < reservedPages * pageBytes
      if (!mayUseReserve) {
        if (wasFull) throw new DiskFull()
        keep()
      }
      growFile()
    },
    /** Has to be called when a batch has failed. */
    onFailure: (failure: unknown) => {
      isKept = false
      wasFull ||= failure instanceof DiskFull
    },
    /** Makes the reserve, and a WAL of its size: that of the last process was deleted with its end. */
    create: () => {
      try {
        checkpoint.run()
        client
          .transaction(() => {
            freePages.run()
            keep()
            growFile()
          })
          .immediate()
      } catch {
        // The library is served all the same: its writes make the reserve as soon as there is space, and report what is wrong.
        isKept = false
      }
    },
  }
}
