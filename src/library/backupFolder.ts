import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, errorMessage } from '../errors.ts'
import { quoteForShell } from '../quoteForShell.ts'
import { resolveLinks } from './links.ts'

// The default folder is made with the first backup. Any other folder has to exist: while the disk that it is on is not mounted,
// a folder that is made in its place would be on the disk of the library.

/** The default folder for the backups of a library. */
export const backupFolder = (path: string): string => join(dirname(path), 'backups')

/**
 * Returns why this user can't write backups of a library into a folder, and what to do; undefined if that is possible.
 * The default folder may be missing.
 * @throws OperationalError when root would follow a link of another user
 */
export const describeBackupFolderProblem = (path: string, folder: string): string | undefined => {
  const resolved = resolveLinks(folder)
  const mayBeMissing = resolved === backupFolder(resolveLinks(path))
  return describeFolderProblem(mayBeMissing && !existsSync(resolved) ? dirname(resolved) : resolved)
}

const describeFolderProblem = (folder: string): string | undefined => {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder. Name another one, or move this file away.`
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return
  } catch (error) {
    const describe = descriptions[errorCode(error)]
    return describe ? describe(folder) : `The folder ${folder} can't be used: ${errorMessage(error)}`
  }
}

const describeForbidden = (folder: string) =>
  `The user ${userName()} may not write the folder ${folder}. Let this user write it, for example with: chown ${userName()} ${quoteForShell(folder)}`

const descriptions: Record<string, (folder: string) => string> = {
  ENOENT: (folder) => `There is no folder ${folder}. Make it, or mount the disk that it is on.`,
  ENOTDIR: (folder) => `There is no folder ${folder}: part of its path is a file. Name another one.`,
  EACCES: describeForbidden,
  EPERM: describeForbidden,
  // The option ProtectSystem=strict of a systemd unit makes all folders read-only that the unit does not list.
  EROFS: (folder) =>
    `The folder ${folder} is read-only for the user ${userName()}. In a systemd unit, allow it with ReadWritePaths=${folder}; otherwise mount its disk writable.`,
}

/**
 * The name of the user of this process, or its id if it has no name, as often in containers. Bun's `userInfo` returns the
 * variable USER, which `setpriv` and others do not set.
 */
const userName = () => {
  const id = `${process.geteuid?.() ?? ''}`
  try {
    const fields = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    return fields.find(([, , uid]) => uid === id)?.[0] ?? id
  } catch {
    return id
  }
}
