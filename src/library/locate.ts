import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OperationalError, UsageError } from '../errors.ts'
import { resolveLinks } from './links.ts'

export interface Location {
  /** The full path of the file; undefined for a library in memory. */
  path: string | undefined
  /** The name that messages use: the full path, or `:memory:`. */
  name: string
}

/**
 * Finds the file that a path, a `file:` URL or `:memory:` means. The file need not exist.
 * @throws UsageError for any other URL, for a URL with parameters, and for an empty text; OperationalError when root would
 * follow a link of another user
 */
export const locate = (url: string): Location => {
  if (url === ':memory:') return { path: undefined, name: url }
  const path = url.startsWith('file:') ? parseFileUrl(url) : url
  if (path === '') throw new UsageError('The database has no name; give a path, a file: URL or :memory:.')
  const problem = describeUrlProblem(path)
  if (problem) throw new UsageError(`The database is "${redactUrl(path)}". ${problem}`)
  // Without links, a library has one path and therefore one lock file.
  const fullPath = resolveLinks(path)
  return { path: fullPath, name: fullPath }
}

/** Returns the full path of a library that has to be a file. @throws UsageError for a library in memory */
export const requireFilePath = (url: string): string => {
  const { path } = locate(url)
  if (path === undefined) throw new UsageError('A library in memory has no file. Name one with --database.')
  return path
}

/**
 * Returns the full path of a library that has to exist.
 * @throws UsageError for a library in memory; OperationalError when there is no file
 */
export const requireExistingFile = (url: string): string => {
  const path = requireFilePath(url)
  if (!existsSync(path)) throw new OperationalError(`There is no library at ${path}.`)
  return path
}

/** Returns false for a library in memory: it is new whenever it is opened. */
export const libraryExists = ({ path }: Location): boolean => path !== undefined && existsSync(path)

/** The scheme of a URL other than `file:`. One letter is a drive, as in `C:\\`. */
const schemeOf = (url: string) => /^(?!file:)([A-Za-z][A-Za-z0-9+.-]+):/.exec(url)?.[1]

/** Returns why a URL can't name a library; undefined if it can. */
export const describeUrlProblem = (url: string): string | undefined => {
  const scheme = schemeOf(url)
  if (scheme === undefined) return
  if (/^sqlite/i.test(scheme)) return `Leave out "${scheme}:": give the path alone, a file: URL or :memory:.`
  return 'Only SQLite files are supported: give a path, a file: URL or :memory:.'
}

/** A text for messages. What follows the scheme of a URL may contain a password. */
export const redactUrl = (url: string): string => {
  const scheme = schemeOf(url)
  return scheme === undefined ? url : `${scheme}:…`
}

const parseFileUrl = (url: string) => {
  if (/[?#]/.test(url))
    throw new UsageError('The database URL has parameters, which are not understood; give only the path.')
  // file:library.db is a relative path, which fileURLToPath does not accept.
  if (!url.startsWith('file:/')) return url.slice('file:'.length)
  try {
    return fileURLToPath(url)
  } catch {
    throw new UsageError('The database URL is not a path on this machine; write it as file:///folder/library.db.')
  }
}
