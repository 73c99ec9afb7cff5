import { errorCode } from './errors.ts'

// This file alone knows the codes of errors about files. `library/describeFileError.ts` says what a person can do.

/**
 * What an error of the file system or of SQLite means, by how its code begins: an extended code of SQLite, such as `SQLITE_IOERR_READ`,
 * begins with the primary one. See https://sqlite.org/rescode.html and https://man7.org/linux/man-pages/man3/errno.3.html
 */
const codes = {
  // For ENOSPC, SQLite reports SQLITE_FULL. Only where it makes the -shm file longer it reports SQLITE_IOERR_SHMSIZE.
  full: ['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'],
  quota: ['EDQUOT'],
  tooLarge: ['EFBIG'],
  readOnly: ['EROFS'],
  forbidden: ['EACCES', 'EPERM', 'SQLITE_PERM'],
  missing: ['ENOENT'],
  inFile: ['ENOTDIR'],
  folder: ['EISDIR'],
  exists: ['EEXIST'],
  nameTooLong: ['ENAMETOOLONG'],
  linkLoop: ['ELOOP'],
  descriptors: ['EMFILE', 'ENFILE'],
  busy: ['SQLITE_BUSY', 'EBUSY', 'ETXTBSY'],
  /** What the system reports for a file of a disk that was removed, or of a server that does not answer. */
  vanished: ['ENODEV', 'ENXIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN'],
  failing: ['EIO', 'SQLITE_IOERR'],
  damaged: ['SQLITE_CORRUPT'],
  notDatabase: ['SQLITE_NOTADB'],
  /** SQLite does not tell why. */
  unopened: ['SQLITE_CANTOPEN', 'SQLITE_READONLY'],
} as const

export type FileErrorKind = keyof typeof codes

const kinds = Object.keys(codes) as FileErrorKind[] // the type says so

/** All codes that are known here. */
export const fileErrorCodes: readonly string[] = Object.values(codes).flat()

/** What an error about a file means; undefined for any other error. */
export const fileErrorKind = (error: unknown): FileErrorKind | undefined => {
  const code = errorCode(error)
  return kinds.find((kind) => codes[kind].some((start) => code.startsWith(start)))
}
