import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { verify } from './integrity.ts'
import { codeOf } from './describeError.ts'
import { removeUnfinished, unfinishedName } from './retention.ts'
import { claim, leaveMarker, markerOf } from './lockFile.ts'
import { migrate } from './migrate.ts'
import { giveToOwnerOf } from './permissions.ts'

/**
 * Makes an empty library. It gets its name when it is whole, so a program that dies over it leaves none; and where
 * another program is quicker, that one's is kept.
 */
export const create = (path: string): void => {
  const unfinished = unfinishedName(path)
  removeUnfinished(dirname(path))
  try {
    // It will hold addresses and hashes. SQLite gives the files beside it the same rights.
    closeSync(openSync(unfinished, 'wx', 0o600))
    const client = new Sqlite(unfinished, { readwrite: true })
    try {
      migrate(client)
    } finally {
      client.close(true)
    }
    giveToOwnerOf(dirname(path), unfinished)
    giveName(unfinished, path)
    leaveMarker(path)
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
  }
}

/** Unlike renaming, linking never puts one file in the place of another. */
const giveName = (unfinished: string, path: string) => {
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // Some file systems have no links.
    renameSync(unfinished, path)
  }
}

/** Takes a library away that was made for a piece of work that came to nothing, unless somebody uses it by now. */
export const unmake = (path: string): void => {
  const unclaim = claim(path)
  try {
    if (existsSync(`${path}-wal`)) return
    const { rows } = verify(path)
    const used = Object.entries(rows).some(([table, count]) => table !== 'roles' && count > 0)
    if (!used) for (const file of [path, markerOf(path)]) rmSync(file)
  } finally {
    unclaim()
  }
}
