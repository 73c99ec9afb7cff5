import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ClosedToUser } from '../base/errors.ts'
import { quoteForShell } from '../base/visibleText.ts'
import { backupFolder } from './copies.ts'
import { explainFolderError } from './describeFileError.ts'
import { describeClosedLibrary, userName } from './fileOwner.ts'
import { resolveLinks } from './links.ts'
import { findAccessError } from './permissions.ts'

// The default folder is made with the first backup. Any other folder has to exist: while the disk that it is on is not mounted,
// a folder that is made in its place would be on the disk of the library.

/**
 * Returns why this user can't write backups of a library into a folder, and what to do; undefined if that is possible.
 * The default folder may be missing.
 * @throws ClosedToUser when the default folder belongs to another user, as whom root runs the command
 */
export const describeBackupFolderProblem = (path: string, folder: string): string | undefined => {
  const resolved = resolveLinks(folder)
  const isDefault = resolved === backupFolder(resolveLinks(path))
  const problem = describeFolderProblem(isDefault && !existsSync(resolved) ? dirname(resolved) : resolved)
  if (problem === undefined || !isDefault) return problem
  const uid = statSync(existsSync(resolved) ? resolved : dirname(resolved), { throwIfNoEntry: false })?.uid
  if (uid === undefined || uid === process.geteuid?.()) return problem
  const closed = describeClosedLibrary(resolveLinks(path), `The folder ${resolved} belongs to ${userName(uid)}.`)
  if (closed instanceof ClosedToUser) throw closed
  return closed?.message ?? problem
}

/** The same for a folder that has to exist. */
export const describeFolderProblem = (folder: string): string | undefined => {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder. Name another one, or move this file away.`
    accessSync(folder, constants.X_OK)
  } catch (error) {
    const make = makeFolder('/var/backups/music-library')
    return explainFolderError(
      error,
      folder,
      'write',
      `Make a folder for this user elsewhere, and name that one: ${make}`,
    )
  }
  const error = findAccessError([folder])
  if (error === undefined) return
  const make = makeFolder(join(folder, 'music-library'))
  const advice = `If it is the folder of a disk, mount the disk first. Then make a folder for this user in it, and name that one: ${make}`
  return explainFolderError(error, folder, 'write', advice)
}

// Only the folder of a library gets another owner. Any other folder may be the home of a user, or the place where a disk is mounted.
const makeFolder = (folder: string) => `sudo install -d -o ${userName()} -m 700 ${quoteForShell(folder)}`
