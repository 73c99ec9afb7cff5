import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperationalError, UsageError } from '../errors.ts'

export interface Location {
  /** The file's full path; undefined for a library in memory. */
  path: string | undefined
  /** What people are told. */
  name: string
}

/** The path of a library that has to be a file. @throws UsageError for one in memory. */
export const requireFilePath = (url: string): string => {
  const { path } = locate(url)
  if (path === undefined) throw new UsageError('A library in memory has no file. Name one with --database.')
  return path
}

/** The path of a library that has to be there. @throws OperationalError */
export const requireExistingFile = (url: string): string => {
  const path = requireFilePath(url)
  if (!existsSync(path)) throw new OperationalError(`There is no library at ${path}.`)
  return path
}

/** Whether there is a library already. */
export const libraryExists = ({ path }: Location): boolean => path !== undefined && existsSync(path)

/** Finds the file that a DATABASE_URL means. */
export const locate = (url: string): Location => {
  if (url === ':memory:') return { path: undefined, name: url }
  const path = url.startsWith('file:') ? fromFileUrl(url) : url
  if (path === '') throw new UsageError('The database has no name; give a path, a file: URL or :memory:.')
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) && !/^[a-z]:[\\/]/i.test(path)) {
    throw new UsageError(`The database "${schemeOf(path)}:…" is not a file; give a path, a file: URL or :memory:.`)
  }
  const full = resolveLink(resolve(path))
  return { path: full, name: full }
}

/** Where a link leads, so that a library has one path and one marker. */
const resolveLink = (path: string): string => {
  if (existsSync(path)) return realpathSync(path)
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    // Nothing is there, and so no link.
    return path
  }
}

// Whatever follows the scheme may hold a password, and does not belong in a message.
const schemeOf = (url: string) => url.slice(0, url.indexOf(':'))

const fromFileUrl = (url: string) => {
  if (/[?#]/.test(url))
    throw new UsageError('The database URL has parameters, which are not understood; give only the path.')
  if (!url.startsWith('file:/')) return url.slice('file:'.length)
  try {
    return fileURLToPath(url)
  } catch {
    throw new UsageError('The database URL is not a path on this machine; write it as file:///folder/library.db.')
  }
}
