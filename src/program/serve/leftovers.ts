import type { Settings } from '../../config/settings.ts'
import { backupFolder } from '../../library/copies.ts'
import type { Library } from '../../library/library.ts'
import { listTemporaryFolders, removeStaleTemporaryFiles } from '../../library/temporaryFiles.ts'
import { announce } from '../../observability/log.ts'

/** How often the temporary files of killed programs are deleted, in milliseconds. */
const intervalMs = 3_600_000

/** Returns a function that deletes the temporary files that killed programs have left where a server writes. */
export const createLeftoverRemoval = ({ path }: Library, { backupDir }: Settings) => {
  const folders = listTemporaryFolders(path, backupDir ?? (path && backupFolder(path)))
  return () => {
    for (const file of folders.flatMap(removeStaleTemporaryFiles))
      announce(`Deleted ${file}: a program that was killed had left it.`)
  }
}

/** Calls it now, and then once in an hour. @returns a function that stops that */
export const scheduleLeftoverRemoval = (remove: () => void): (() => void) => {
  remove()
  const timer = setInterval(remove, intervalMs).unref()
  return () => clearInterval(timer)
}
