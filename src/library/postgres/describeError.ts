import { lookup } from 'node:dns/promises'
import { AppError, DatabaseUnavailable, errorCode, errorMessage, OperationalError } from '../../base/errors.ts'
import { sqlState } from './serverErrors.ts'

/**
 * Translates an error of a database that can't be reached or used into an OperationalError with a line for the user who named it. The
 * line has neither the user nor the password. Returns other errors of the program as they are.
 * @param name - of the database, for messages
 */
export const describePostgresError = async (error: unknown, name: string): Promise<unknown> => {
  if (error instanceof AppError && !(error instanceof DatabaseUnavailable)) return error
  return new OperationalError(`The library at ${name} can't be used. ${await describeCause(error, name)}`)
}

/** Returns why a database can't be reached or used, and what to do, without its name. */
export const describeCause = async (error: unknown, name: string): Promise<string> => {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  // A time limit has passed.
  if (cause === undefined) return descriptions.ERR_POSTGRES_CONNECTION_TIMEOUT
  const code = sqlState(cause) || errorCode(cause)
  if (
    code === 'ERR_POSTGRES_CONNECTION_REFUSED' &&
    !(await isKnownHost(new URL(name).hostname.replaceAll(/[[\]]/g, '')))
  )
    return 'There is no host of this name. Check the name, and the name servers of this machine.'
  if (code === '28000' && routineOf(cause) === 'InitializeSessionUserId')
    return 'The user has no role there that may log in. Create it: CREATE ROLE name LOGIN PASSWORD …'
  const [, description] = Object.entries(descriptions).find(([prefix]) => code.startsWith(prefix)) ?? []
  return description ?? `The server says: ${errorMessage(cause)}`
}

const isKnownHost = async (host: string) => {
  try {
    await lookup(host)
    return true
  } catch {
    return false
  }
}

/** The function of PostgreSQL that has raised an error. Unlike the message, it has no language. */
const routineOf = (error: unknown) => error instanceof Error && 'routine' in error && error.routine

const unknownAuthority =
  'Its certificate is not signed by an authority that is known here or that sslrootcert names. Give the certificate of its authority in the URL: sslrootcert=/path/to/ca.pem.'

/**
 * By prefix of the code: of Bun's client, of TLS, or of PostgreSQL. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const descriptions = {
  ERR_POSTGRES_CONNECTION_REFUSED:
    'Nothing answers there. Check the host and the port, that PostgreSQL runs, that it listens on this address (listen_addresses), and firewalls.',
  ERR_POSTGRES_CONNECTION_TIMEOUT: 'Nothing answers in time. Check the host and the port, and firewalls.',
  ERR_POSTGRES_CONNECTION: 'The connection was closed at once. Check that PostgreSQL listens on this host and port.',
  ERR_POSTGRES_UNEXPECTED_MESSAGE: 'A program other than PostgreSQL answers there. Check the host and the port.',
  ERR_POSTGRES_TLS_NOT_AVAILABLE:
    'It does not offer TLS. Turn it on there (ssl = on). If everybody in the network may read what is sent, add sslmode=disable to the URL.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Its certificate is for another host name. Use the host name of the certificate, or add sslmode=verify-ca to the URL to accept any name.',
  ERR_BORINGSSL: 'The file that sslrootcert names has no valid certificate.',
  CERT_HAS_EXPIRED: 'Its certificate has expired. Renew it there.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet. Check the clocks of both machines.',
  UNABLE_TO_: unknownAuthority,
  SELF_SIGNED_: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_: unknownAuthority,
  '28P01': 'The password is missing or wrong. Set PGPASSWORD_FILE to a file that holds it.',
  '25006':
    'It is read-only. Name the primary server, or turn the setting off: ALTER DATABASE name RESET default_transaction_read_only, or the same of the role (ALTER ROLE).',
  '28000':
    'No line of its pg_hba.conf fits this user, database, machine and sslmode. Check the names in the URL, and then that file.',
  '3D000': 'There is no such database. Create an empty one, for instance with createdb.',
  '42501':
    'The user lacks a right. Make it the owner of the database, and of the tables in it: ALTER DATABASE name OWNER TO user.',
  '53300': 'All connections of the server are in use. Raise its max_connections, or end other clients.',
  '57P03': 'The server is starting or stopping. Try again in a moment.',
}
