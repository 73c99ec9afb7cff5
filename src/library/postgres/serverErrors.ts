import { SQL } from 'bun'
import { DatabaseBusy, DatabaseUnavailable, DiskError, DiskFull, errorCode, SchemaChanged } from '../../base/errors.ts'

/** The SQLSTATE of an error of the server, such as `23505`; '' for any other error. */
export const sqlState = (error: unknown): string =>
  error instanceof SQL.PostgresError && error.code === 'ERR_POSTGRES_SERVER_ERROR' ? String(error.errno ?? '') : ''

/**
 * The states in which a connection can't go on: connection exceptions, a rejected password, a missing database, too many connections,
 * the server stops or starts, a standby server (25001 for the setting `transaction_read_only`, 25006 for a write), and a transaction
 * that took too long. See https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableStates = /^(08...|28...|3D000|53300|57P0[1-5]|25001|25006|25P0[34])$/

/** The states of a table or a column that is not there: a newer program has removed it since this one has looked at the schema. */
const missingStates = /^(42P01|42703)$/

/** The state of an error of a user that lacks a right. */
export const insufficientPrivilege = '42501'

/** The codes of errors that the client raises: of the network, and of TLS, such as a certificate that has expired. */
const connectionCodes = /^(ECONN|CERT_|ERR_TLS_|ERR_SSL_|ERR_BORINGSSL|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/

/** Whether an error means that its connection can't be used any more, or could not be opened. */
export const isConnectionError = (error: unknown): boolean =>
  unavailableStates.test(sqlState(error)) ||
  (error instanceof SQL.PostgresError && error.code !== 'ERR_POSTGRES_SERVER_ERROR') ||
  error instanceof DatabaseUnavailable ||
  connectionCodes.test(errorCode(error))

/** Translates errors that the server or the connection causes, and not the statement. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable) return error
  if (isConnectionError(error)) return new DatabaseUnavailable(error)
  const state = sqlState(error)
  if (missingStates.test(state)) return new SchemaChanged()
  if (state === '55P03') return new DatabaseBusy()
  if (state === '53100') return new DiskFull()
  return state === '58030' ? new DiskError(error) : error
}
