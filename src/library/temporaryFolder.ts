import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeDescriptorLimit, descriptorsOfLibrary, isAtDescriptorLimit } from '../base/descriptors.ts'
import { AppError, errorCode, OperationalError } from '../base/errors.ts'

/** Creates a folder for the copy of a library, in the temporary folder of the machine. */
export const createTemporaryFolder = () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'music-library-'))
  return {
    path: join(folder, 'library.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Translates an error of SQLite or the file system about the temporary folder into an OperationalError that says what to
 * set. Returns an AppError, and an error with another code, as it is.
 */
export const describeTemporaryFolderError = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  const code = errorCode(error)
  if (/^(SQLITE_CANTOPEN|EMFILE|ENFILE)/.test(code) && isAtDescriptorLimit(descriptorsOfLibrary))
    return new OperationalError(describeDescriptorLimit(`The temporary folder ${tmpdir()} can't be used`))
  const problem = Object.entries(problems).find(([prefix]) => code.startsWith(prefix))?.[1]
  if (!problem) return error
  return new OperationalError(
    `The temporary folder ${tmpdir()} ${problem}. A copy of the backup is made there: set TMPDIR to a folder with room that this user can write.`,
  )
}

/** By prefix of the error code, as in describeError.ts. */
const problems = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: "can't be written by this user",
  EPERM: "can't be written by this user",
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  SQLITE_FULL: 'is full',
  SQLITE_CANTOPEN: "can't be written by this user",
  SQLITE_READONLY: "can't be written by this user",
  SQLITE_IOERR: "can't be read or written: its disk reports an error",
}
