import { errorMessage } from '../base/errors.ts'
import { describeOverdue, formatAge } from './backupAge.ts'
import { describeBackupFolderProblem } from './backupFolder.ts'
import { describeOtherBackups, type LibraryFile, listOwnBackups } from './file/backup.ts'
import { isServed } from './file/lockFile.ts'
import type { Finding } from './finding.ts'
import type { Copy } from './retention.ts'

const what = 'backup'
const dayMs = 86_400_000
const maxBackupAgeMs = 7 * dayMs

/**
 * Checks the backups of a library, and the folder for them. With scheduled backups it is wrong if they are overdue, or if none
 * can be made. Without them the operator may keep backups elsewhere, so it is information.
 * @param intervalMs - the interval of scheduled backups, in milliseconds, if there are any
 */
export const checkBackups = (library: LibraryFile, folder: string, intervalMs: number | undefined): Finding => {
  const { path } = library
  try {
    const overdue = intervalMs && describeOverdue(library, folder, intervalMs)
    const problem = describeBackupFolderProblem(path, folder)
    if (overdue) return { what, state: 'wrong', says: `${overdue} ${problem ?? reasonOf(path)}` }
    if (problem) return { what, state: intervalMs ? 'wrong' : 'note', says: problem }
    return checkNewestBackup(listOwnBackups(library, folder), folder)
  } catch (error) {
    return { what, state: 'wrong', says: `${folder} can't be read: ${errorMessage(error)}` }
  }
}

/**
 * Checks whether the folder has backups of another library with the same name. Libraries may share a folder; but if this one has no
 * records, it may have been made by mistake, while the disk of the other was not mounted.
 */
export const checkOtherBackups = (library: LibraryFile, folder: string, isEmpty: boolean): Finding[] => {
  try {
    const others = describeOtherBackups(library, folder)
    if (others === undefined) return []
    if (!isEmpty) return [{ what, state: 'note', says: others }]
    return [
      { what, state: 'wrong', says: `${others} This library has no records: it may be in the place of that one.` },
    ]
  } catch {
    // The check before has said so.
    return []
  }
}

const reasonOf = (path: string) =>
  isServed(path) === false ? 'A server makes them while it runs, and none runs now.' : 'The log of the server says why.'

/** Checks the age of the newest backup. @param backups - the oldest first */
export const checkNewestBackup = (backups: Copy[], folder: string): Finding => {
  const newest = backups.at(-1)
  if (!newest) return { what, state: 'note', says: `there is none in ${folder}` }
  const now = Date.now()
  if (newest.time > now) return { what, state: 'note', says: `${newest.path}, with a time in the future` }
  const age = now - newest.time
  const says = `${newest.path}, ${age < dayMs ? 'less than a day' : formatAge(age)} old`
  const future = backups.filter(({ time }) => time > now).length
  if (future > 0)
    return { what, state: 'note', says: `${says}; ${future} with a time in the future count as the oldest` }
  return { what, state: age > maxBackupAgeMs ? 'note' : 'good', says }
}
