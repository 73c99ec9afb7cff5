import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './explain.ts'
import { removeUnfinished } from './keep.ts'
import { leaveMarker } from './marker.ts'
import { migrate } from './migrate.ts'

/**
 * Makes an empty library. It gets its name when it is whole, so a program that dies over it leaves none; and where
 * another program is quicker, that one's is kept.
 */
export const create = (path: string): void => {
  const unfinished = `${path}.${process.pid}.new`
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
    leaveMarker(path)
    giveName(unfinished, path)
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
