import { statSync } from 'node:fs'
import { describeDescriptorLimit, descriptorsOfLibrary, isAtDescriptorLimit } from '../../base/descriptors.ts'
import { AppError, ClosedToUser, errorCode, OperationalError } from '../../base/errors.ts'
import { userName } from '../permissions.ts'

/**
 * Translates an error of SQLite or the file system about a file into an OperationalError with one sentence for the user
 * who named the file. Returns an AppError, and an error with another code, as it is.
 */
export const describeError = (error: unknown, file: string): unknown => {
  if (error instanceof AppError) return error
  const code = errorCode(error)
  if (/^(SQLITE_CANTOPEN|EMFILE|ENFILE)/.test(code) && isAtDescriptorLimit(descriptorsOfLibrary))
    return new OperationalError(describeDescriptorLimit(`${file} can't be opened`))
  const owner = /^(SQLITE_READONLY|SQLITE_CANTOPEN|EACCES)/.test(code) ? findOtherOwner(file) : undefined
  if (owner !== undefined)
    return new ClosedToUser(`${file} belongs to ${userName(owner)}, and the user ${userName()} may not write it.`)
  const description = Object.entries(descriptions).find(([prefix]) => code.startsWith(prefix))?.[1]
  return description ? new OperationalError(`${file} ${description}`) : error
}

/** The user to whom a file belongs; undefined if it is this one, or can't be found out. Windows has no such users. */
const findOtherOwner = (file: string) => {
  try {
    const { uid } = statSync(file)
    return uid === (process.geteuid?.() ?? uid) ? undefined : uid
  } catch {
    return undefined
  }
}

/**
 * By prefix of the error code: extended codes of SQLite, such as `SQLITE_IOERR_READ`, start with the primary one. See
 * https://sqlite.org/rescode.html and https://man7.org/linux/man-pages/man3/errno.3.html
 */
const descriptions = {
  SQLITE_NOTADB: 'is not a SQLite database. Name another file, or move this one away.',
  SQLITE_CORRUPT: 'is damaged. Restore it from a backup.',
  SQLITE_CANTOPEN: "can't be opened. Check that it is a file, and that you may read and write it and its folder.",
  SQLITE_READONLY: 'is read-only. Give this user the right to write it and its folder.',
  SQLITE_BUSY: 'is locked by another program. Stop that program, or try again later.',
  SQLITE_FULL: "can't grow: the disk is full. Make room and try again.",
  SQLITE_IOERR: "can't be read or written: the disk reports an error.",
  EISDIR: 'is a folder. Name the file in it.',
  EACCES: "can't be used: this user may not read and write it and its folder.",
  EPERM: "can't be opened: this user may not use its folder.",
  EROFS: "can't be made: its disk is read-only.",
  ENOSPC: "can't be made: the disk is full.",
  ENOTDIR: "can't be made: part of its path is a file, not a folder.",
  ENAMETOOLONG: "can't be made: its name is too long.",
  EEXIST: "can't be made: part of its path is a file, not a folder.",
}
