import { UsageError } from '../../base/errors.ts'
import type { ConnectionOptions } from './client.ts'
import { InvalidParameter, type Parameters, parseParameters } from './parameters.ts'

// The parts of a URL may contain pieces of a password whose special characters are not escaped. So no message quotes a part.

/** A URL that names no database. The message does not contain it. */
class InvalidAddress extends UsageError {
  /** @param problem - one or two sentences that say what is wrong, and what to write */
  constructor(readonly problem: string) {
    super(`The database is "postgres:…". ${problem}`)
  }
}

const defaultPort = 5432

/**
 * Parses the URL of a database, such as `postgres://user:password@host:5432/database?sslmode=require`, into its name for messages, which
 * has neither user nor password, and what Bun's client needs. Without a password in the URL, the client takes that of PGPASSWORD.
 * @throws InvalidAddress
 */
export const parseAddress = (url: string): { name: string; options: ConnectionOptions } => {
  const { hostname, port, username, password, pathname, search, hash } = parseUrl(url)
  if (hash !== '' || search.includes('@') || /[@/]/.test(pathname.slice(1))) throw new InvalidAddress(escapeAdvice)
  if (!/^([\w.-]+|\[[\d:a-f]+\])$/i.test(hostname)) throw new InvalidAddress(`It names no host. ${form}`)
  if (port === '0') throw new InvalidAddress('Its port is 0. Give the port of the server, such as 5432.')
  const user = decode(username)
  const database = decode(pathname.slice(1))
  if (user === '') throw new InvalidAddress(`It names no user. ${form}`)
  if (database === '') throw new InvalidAddress(`It names no database. ${form}`)
  const host = hostname.replaceAll(/[[\]]/g, '')
  const { sslMode, tls, channelBinding } = readParameters(search, host)
  const server = `postgres://${hostname}:${port || defaultPort}`
  return {
    name: `${server}${pathname}`,
    options: {
      adapter: 'postgres',
      // Without a URL, the client would read one from the environment. An object in `tls` has no mode, so this one is in the URL.
      url: `${server}/?sslmode=${sslMode}`,
      hostname: host,
      port: Number(port || defaultPort),
      username: user,
      database,
      ...(password !== '' && { password: decode(password) }),
      tls,
      channelBinding,
    },
  }
}

/** Returns why a URL names no database, and what to write; undefined if it names one. */
export const describeAddressProblem = (url: string): string | undefined => {
  try {
    parseAddress(url)
  } catch (error) {
    if (error instanceof InvalidAddress) return error.problem
    throw error
  }
}

/** Whether a URL contains a password. @throws InvalidAddress */
export const hasPassword = (url: string): boolean => parseUrl(url).password !== ''

/** The URL with another password; with an empty one, it has none. @throws InvalidAddress */
export const withPassword = (url: string, password: string): string => {
  const parsed = parseUrl(url)
  parsed.password = encodeURIComponent(password)
  return parsed.href
}

const form = 'Write postgres://USER@HOST:PORT/DATABASE.'

const escapeAdvice =
  'It is not understood: perhaps its port is above 65535, or its password has special characters. Give the password with PGPASSWORD_FILE, or write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.'

const parseUrl = (url: string): URL => {
  try {
    return new URL(url)
  } catch {
    throw new InvalidAddress(escapeAdvice)
  }
}

const decode = (text: string): string => {
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // A percent sign that is not part of an escape.
  }
  throw new InvalidAddress(escapeAdvice)
}

const isLocal = (host: string) => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

const readParameters = (search: string, host: string): Parameters => {
  try {
    return parseParameters(new URLSearchParams(search), isLocal(host))
  } catch (error) {
    if (error instanceof InvalidParameter) throw new InvalidAddress(error.message)
    throw error
  }
}
