import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

// Copies of a library have its name, a suffix that says which kind of copy it is, and the time of the copy. This time
// decides which copy is the newest: the time of the file changes when the file is copied.
//
// A time in the future shows that the clock was wrong once. Whether it was ahead then or is behind now, the copies that are
// made from now on are newer than that one. So copies with a time in the future count as the oldest.

/** The default folder for the backups of a library. */
export const backupFolder = (path: string): string => join(dirname(path), 'backups')

/** A file with the name of a copy. */
export interface Copy {
  path: string
  /** The time in its name, in milliseconds since 1970. */
  time: number
}

/** Returns the current time in UTC for a file name: ISO 8601 with `-` for `:` and `.`. The names sort by time. */
export const fileTimestamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/**
 * Lists the copies of a library in a folder, oldest first.
 * @param suffix - matches what follows the library's name in the names of the copies
 * @param folder - the folder of the library if left out
 */
export const listCopies = (path: string, suffix: RegExp, folder = dirname(path)): Copy[] => {
  const now = Date.now()
  const orderOf = ({ time }: Copy) => (time > now ? time - maxTime : time)
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)) && suffix.test(name.slice(basename(path).length)))
    .map((name) => ({ path: join(folder, name), time: timeIn(name) }))
    .sort((a, b) => orderOf(a) - orderOf(b))
}

/** The latest time that a Date can hold, in milliseconds since 1970. */
const maxTime = 8.64e15

/** The time in the name of a copy; 1970 for a name without a valid one. */
const timeIn = (name: string) => {
  const [, day, hour, minute, second, ms] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) || 0
}

/**
 * Deletes the oldest of the copies that `listCopies` lists for the same arguments, so that `count` are left.
 * @param count - at least 1
 * @param newCopy - the path of the copy that was made just now, which always stays
 */
export const keepNewest = (
  path: string,
  suffix: RegExp,
  { count, newCopy }: { count: number; newCopy: string },
): void => {
  const older = listCopies(path, suffix).filter((copy) => copy.path !== newCopy)
  // slice(0, -0) would select none.
  for (const copy of older.slice(0, 1 - count || undefined)) rmSync(copy.path, { force: true })
}
