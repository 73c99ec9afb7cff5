import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { OperationalError } from '../errors.ts'
import { resolveLinks } from './links.ts'

/** How every SQLite file begins: https://sqlite.org/fileformat.html#magic_header_string */
const header = Buffer.from('SQLite format 3\0')

/**
 * Makes sure that a file which is written in the place of another one does not replace a library or a file of a library: a
 * mistyped path would destroy it.
 * @throws OperationalError if it would
 */
export const requireNoLibrary = (file: string): void => {
  const path = resolveLinks(file)
  const library = path.replace(/(\.lock|-wal|-shm)$/, '')
  if (!isDatabase(library)) return
  const what = library === path ? 'is a library or another database' : `belongs to the library ${library}`
  throw new OperationalError(`${file} ${what}, and was not replaced. Name another file.`)
}

const isDatabase = (path: string) => {
  let descriptor: number | undefined
  try {
    if (!statSync(path).isFile()) return false
    descriptor = openSync(path, 'r')
    const start = Buffer.alloc(header.length)
    return readSync(descriptor, start) === header.length && start.equals(header)
  } catch {
    return false
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
