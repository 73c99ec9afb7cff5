import { existsSync, rmSync, statSync } from 'node:fs'
import { type Copy, listCopies } from '../copies.ts'
import { resolveLinks } from '../links.ts'
import { openUnchanged, verifyLibrary } from './integrity.ts'

// The libraries that restores have replaced, and the copies of libraries whose file another program has replaced. A damaged one may be all that is left of its data, so it is never deleted. The
// same holds for a WAL without a library.

const timestamp = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`
/** What follows the library's name in the names of the libraries that were replaced. */
const replacedSuffix = new RegExp(`^\\.(?:replaced|saved)-${timestamp}$`)
/** The same for a WAL that has no library. */
const remainsSuffix = new RegExp(`^\\.replaced-${timestamp}-wal$`)

/** A replaced library that is older counts as forgotten, in milliseconds: 30 days. */
export const maxReplacedAgeMs = 30 * 86_400_000

/** Lists the replaced libraries, and WALs without a library, oldest first. */
export const listReplacedLibraries = (path: string): Copy[] => [
  ...listCopies(path, remainsSuffix).filter((wal) => !existsSync(wal.path.slice(0, -'-wal'.length))),
  ...listCopies(path, replacedSuffix),
]

/** The size of a replaced library with its WAL, in bytes. */
export const sizeOfReplaced = ({ path }: Copy): number =>
  ['', '-wal', '-shm'].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)

/**
 * Deletes replaced libraries that are older than 30 days and undamaged, except the newest ones.
 * @param count - how many of the newest stay, at least 1
 * @param kept - what always stays: the paths of the backup that was restored, and of the library that it has replaced now. The clock of cleanups of
 * that library tells the age of the others, since the clock of the machine may be wrong
 * @returns the paths of those that were deleted
 */
export const pruneReplacedLibraries = (
  path: string,
  count: number,
  kept: { backup: string; replaced: string | undefined },
): string[] => {
  const now = Math.min(Date.now(), readCleanupMs(kept.replaced))
  // A time in the future says nothing about the age.
  const isOld = ({ time }: Copy) => now - time > maxReplacedAgeMs
  const older = listCopies(path, replacedSuffix).slice(0, -count).filter(isOld)
  const pruned = older.filter((copy) => resolveLinks(copy.path) !== resolveLinks(kept.backup) && isUndamaged(copy.path))
  return pruned.map((copy) => copy.path).filter(remove)
}

/** Reads the clock of cleanups, in milliseconds since 1970. Without it the age of nothing is known: 0. */
const readCleanupMs = (path: string | undefined) => {
  try {
    if (path === undefined) return 0
    using client = openUnchanged(path)
    const row = client.query<{ instant: string }, []>('SELECT instant FROM cleanup_clock').get()
    return row ? Date.parse(row.instant) : 0
  } catch {
    // It is damaged, or has the schema of an older version.
    return 0
  }
}

/** Returns false if the file can't be deleted, which must not fail the restore. `doctor` names it. */
const remove = (path: string) => {
  try {
    rmSync(path)
    return true
  } catch {
    return false
  }
}

const isUndamaged = (path: string) => {
  if (existsSync(`${path}-wal`)) return false
  try {
    verifyLibrary(path)
    return true
  } catch {
    return false
  }
}
