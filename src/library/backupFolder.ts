import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { ClosedToUser, errorCode, errorMessage } from '../base/errors.ts'
import { quoteForShell } from '../base/visibleText.ts'
import { resolveLinks } from './links.ts'
import { userName } from './permissions.ts'

// The default folder is made with the first backup. Any other folder has to exist: while the disk that it is on is not mounted,
// a folder that is made in its place would be on the disk of the library.

/** The default folder for the backups of a library. */
export const backupFolder = (path: string): string => join(dirname(path), 'backups')

/**
 * Returns why this user can't write backups of a library into a folder, and what to do; undefined if that is possible.
 * The default folder may be missing.
 * @throws ClosedToUser when the default folder belongs to another user
 */
export const describeBackupFolderProblem = (path: string, folder: string): string | undefined => {
  const resolved = resolveLinks(folder)
  const isDefault = resolved === backupFolder(resolveLinks(path))
  const problem = describeFolderProblem(isDefault && !existsSync(resolved) ? dirname(resolved) : resolved)
  if (problem === undefined || !isDefault) return problem
  const owner = statSync(dirname(resolved), { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.geteuid?.()) return problem
  throw new ClosedToUser(`The folder ${resolved} for backups belongs to ${userName(owner)}.`)
}

/** The same for a folder that has to exist. */
export const describeFolderProblem = (folder: string): string | undefined => {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder. Name another one, or move this file away.`
    accessSync(folder, constants.X_OK)
  } catch (error) {
    return describe(error, folder, { EACCES: describeClosed, EPERM: describeClosed })
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK)
    return
  } catch (error) {
    return describe(error, folder, { EACCES: describeForbidden, EPERM: describeForbidden })
  }
}

/** Whether a part of a path is ~, which is hardly the name of a folder that is to be made. */
export const hasTilde = (path: string): boolean => path.split(sep).includes('~')

type Descriptions = Record<string, (folder: string) => string>

const describe = (error: unknown, folder: string, ofRights: Descriptions) => {
  const description = { ...descriptions, ...ofRights }[errorCode(error)]
  return description ? description(folder) : `The folder ${folder} can't be used: ${errorMessage(error)}`
}

// No advice changes the owner or the mode of a folder that exists: it may be the home of a user, or the place where a disk is mounted.

const makeFolder = (folder: string) => `sudo install -d -o ${userName()} -m 700 ${quoteForShell(folder)}`

const describeForbidden = (folder: string) =>
  `The user ${userName()} may not write the folder ${folder}. If it is that of a disk, mount the disk first. Then make a folder for this user in it, and name that one: ${makeFolder(join(folder, 'music-library'))}`

const describeClosed = (folder: string) =>
  `The user ${userName()} may not enter the folder ${folder}. Make a folder for this user elsewhere, and name that one: ${makeFolder('/var/backups/music-library')}`

const descriptions: Descriptions = {
  ENOENT: (folder) =>
    hasTilde(folder)
      ? `There is no folder ${folder}. A shell puts your home folder in the place of ~ only at the start of a word without quotes. Leave the quotes out, or write the whole path.`
      : `There is no folder ${folder}. Make it, or mount the disk that it is on.`,
  ENOTDIR: (folder) => `There is no folder ${folder}: part of its path is a file. Name another one.`,
  // The option ProtectSystem=strict of a systemd unit makes all folders read-only that the unit does not list.
  EROFS: (folder) =>
    `The folder ${folder} is read-only for the user ${userName()}. In a systemd unit, allow it with ReadWritePaths=${folder}; otherwise mount its disk writable.`,
}
