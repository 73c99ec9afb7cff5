import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

// Copies of a library have its name, a suffix that says which kind of copy it is, and the time of the copy.

const timestampPattern = /\d{4}-\d\d-\d\dT[\d-]+Z/

/** Returns the current time in UTC for a file name: ISO 8601 with `-` for `:` and `.`. The names sort by time. */
export const fileTimestamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, '-')

/**
 * Lists the copies of a library in a folder, oldest first.
 * @param suffix - matches what follows the library's name in the names of the copies
 * @param folder - the folder of the library if left out
 */
export const listCopies = (path: string, suffix: RegExp, folder = dirname(path)): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)) && suffix.test(name.slice(basename(path).length)))
    // Only the timestamps are compared: the text before them depends on the kind of copy.
    .sort((a, b) => (timestampOf(a) < timestampOf(b) ? -1 : 1))
    .map((name) => join(folder, name))

const timestampOf = (name: string) => timestampPattern.exec(name)?.[0] ?? ''

/** Deletes all but the newest `count` of the copies that `listCopies` lists for the same arguments. */
export const keepNewest = (path: string, suffix: RegExp, count: number, folder = dirname(path)): void => {
  // A count of 0 deletes all copies. slice(0, -0) would select none.
  for (const copy of listCopies(path, suffix, folder).slice(0, -count || undefined)) rmSync(copy, { force: true })
}
