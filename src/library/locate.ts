import { existsSync } from 'node:fs'
import { OperationalError, UsageError } from '../base/errors.ts'
import { fileErrorKind } from '../base/fileErrors.ts'
import { describeFileError } from './describeFileError.ts'
import { resolveLinks } from './links.ts'
import { findReadError } from './permissions.ts'
import { describeAddressProblem, parseAddress } from './postgres/address.ts'

/** The URL and the name of a library in memory. */
export const inMemory = ':memory:'

export interface Location {
  /** The full path of the file; undefined for a library in memory or on PostgreSQL. */
  path: string | undefined
  /** The name that messages use: the full path, `:memory:`, or the address of a database without user and password. */
  name: string
}

/**
 * Finds what a path, a `file:` URL, `:memory:` or a URL of PostgreSQL means. A file or a database need not exist.
 * @throws UsageError for any other URL, for a `file:` URL with parameters, and for an empty text
 */
export const locate = (url: string): Location => {
  if (isPostgresUrl(url)) return { path: undefined, name: parseAddress(url).name }
  const path = parsePath(url)
  if (path === undefined) return { path, name: url }
  // Without links, a library has one path and therefore one lock file.
  const fullPath = resolveLinks(path)
  return { path: fullPath, name: fullPath }
}

/** The path that a URL names, with its links; undefined for a library that is not a file. @throws UsageError as `locate` does */
export const parsePath = (url: string): string | undefined => {
  if (url === inMemory || isPostgresUrl(url)) return
  const path = url.startsWith('file:') ? parseFileUrl(url) : url
  if (path === '') throw new UsageError('The database has no name; give a path, a file: URL or :memory:.')
  const problem = describeUrlProblem(path)
  if (problem) throw new UsageError(`The database is "${redactUrl(path)}". ${problem}`)
  return path
}

/** Returns the full path of a library that has to be a file. @throws UsageError for a library in memory or on PostgreSQL */
export const requireFilePath = (url: string): string => {
  if (isPostgresUrl(url))
    throw new UsageError(
      'The library is on PostgreSQL, and this is only for a library in a file. Name one with --database.',
    )
  const { path } = locate(url)
  if (path === undefined) throw new UsageError('A library in memory has no file. Name one with --database.')
  return path
}

/**
 * Returns the full path of a library that has to exist.
 * @throws UsageError for a library in memory; OperationalError when there is no file, or it is in a closed folder
 */
export const requireExistingFile = (url: string): string => {
  const path = requireFilePath(url)
  if (!fileExists(path)) throw new OperationalError(`There is no library at ${path}.`)
  return path
}

/**
 * Returns false for a library in memory: it is new whenever it is opened. Also false on PostgreSQL, where only a connection can tell.
 * @throws OperationalError when the file is in a folder that is closed to this user
 */
export const libraryExists = ({ path }: Location): boolean => path !== undefined && fileExists(path)

const fileExists = (path: string) => {
  requireAccess(path)
  return existsSync(path)
}

/**
 * Makes sure that this user may see whether there is a library at a path, and may read it.
 * @throws ClosedToUser when the library belongs to another user; OperationalError where that user may not read it either
 */
export const requireAccess = (path: string): void => {
  const error = findReadError(path)
  if (fileErrorKind(error) === 'forbidden') throw describeFileError(error, path, 'library')
}

/** The scheme of a URL other than `file:`. One letter is a drive, as in `C:\\`. */
const schemeOf = (url: string) => /^(?!file:)([A-Za-z][A-Za-z0-9+.-]+):/.exec(url)?.[1]

/** Whether a URL names a database of PostgreSQL. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/i.test(url)

/** Whether a text has a URL in it, as in quotes that a file of variables kept. */
const containsUrl = (url: string) => !url.startsWith('file:') && url.includes('://')

/** Returns why a URL can't name a library; undefined if it can. */
export const describeUrlProblem = (url: string): string | undefined => {
  if (isPostgresUrl(url)) return describeAddressProblem(url)
  if (isConnectionString(url)) return 'Write the address of a database as a URL: postgres://USER@HOST:PORT/DATABASE.'
  const scheme = schemeOf(url)
  if (scheme === undefined && !containsUrl(url)) return
  if (scheme && /^sqlite/i.test(scheme)) return `Leave out "${scheme}:": give the path alone, a file: URL or :memory:.`
  return `Only SQLite files and PostgreSQL are supported: give a path, a file: URL, :memory: or postgres://USER@HOST:PORT/DATABASE.`
}

/** Whether a text has the other form in which programs of PostgreSQL take an address, such as `host=db dbname=music`. It may have a password. */
const isConnectionString = (url: string) => /(^|\s)(host|dbname|user|password)\s*=/i.test(url)

/** A text for messages. What follows the scheme of a URL may contain a password. */
export const redactUrl = (url: string): string => {
  const scheme = schemeOf(url)
  if (scheme !== undefined) return `${scheme}:…`
  if (isConnectionString(url)) return '…'
  return containsUrl(url) ? '…://…' : url
}

const parseFileUrl = (url: string) => {
  if (/[?#]/.test(url))
    throw new UsageError('The database URL has parameters, which are not understood; give only the path.')
  // file:library.db is a relative path, which fileURLToPath does not accept.
  if (!url.startsWith('file:/')) return url.slice('file:'.length)
  try {
    return Bun.fileURLToPath(url)
  } catch {
    throw new UsageError('The database URL is not a path on this machine; write it as file:///folder/library.db.')
  }
}
