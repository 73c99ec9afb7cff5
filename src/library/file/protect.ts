import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { OperationalError } from '../../base/errors.ts'
import { resolveLinks } from '../links.ts'

/** How every SQLite file begins: https://sqlite.org/fileformat.html#magic_header_string */
const header = Buffer.from('SQLite format 3\0')

/** What follows the name of a library in the names of the other files that belong to it. */
const suffixes = ['.lock', '-wal', '-shm', '-journal']

/** The paths of the other files that belong to a library. They need not exist. */
export const libraryPartsOf = (path: string): string[] => suffixes.map((suffix) => path + suffix)

/**
 * Makes sure that a file which is written in the place of another one does not replace a library or a file of a library: a
 * mistyped path would destroy it.
 * @throws OperationalError if it would
 */
export const requireNoLibrary = (file: string): void => {
  requireNoLibraryPart(file)
  if (isDatabase(resolveLinks(file)))
    throw new OperationalError(`${file} is a library or another database, and was not replaced. Name another file.`)
}

/**
 * Makes sure that what is made or replaced at a path is a file: root could replace a device, such as /dev/null.
 * @throws OperationalError for a folder, a device and a pipe
 */
export const requireNoOtherKind = (path: string): void => {
  if (!existsSync(path)) return
  const stat = statSync(path)
  if (stat.isDirectory()) throw new OperationalError(`${path} is a folder. Name a file in it.`)
  if (!stat.isFile()) throw new OperationalError(`${path} is a device or a pipe, not a file. Name a file.`)
}

/**
 * Makes sure that a file is not the lock file, WAL, shared memory or journal of a library. The file need not exist: the next
 * program that opens the library would use it as such, or delete it.
 * @throws OperationalError if it is
 */
export const requireNoLibraryPart = (file: string): void => {
  const path = resolveLinks(file)
  const suffix = suffixes.find((ending) => path.endsWith(ending))
  const library = suffix && path.slice(0, -suffix.length)
  if (library && isDatabase(library))
    throw new OperationalError(`${file} belongs to the library ${library}, and was not replaced. Name another file.`)
}

/** A file that only a library has beside it; undefined if there is none. @param path - without links */
export const findLibraryPart = (path: string): string | undefined =>
  libraryPartsOf(path).find((part) => existsSync(part))

/** Whether a file begins as every SQLite file does; undefined when this user can't read it. */
export const isDatabase = (path: string): boolean | undefined => {
  let descriptor: number | undefined
  try {
    if (!statSync(path).isFile()) return false
    descriptor = openSync(path, 'r')
    const start = Buffer.alloc(header.length)
    return readSync(descriptor, start) === header.length && start.equals(header)
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
