// The errors of the domain. `http/errorResponse.ts` maps them to statuses; the command line prints their messages.

/**
 * The name of an error is that of its class. A bundler renames classes that a package exports, so these have their names as texts
 * (`test/package/bun.test.ts`).
 */
export class AppError extends Error {
  override readonly name: string = this.constructor.name
}

/** The request has no valid token. */
export class Unauthenticated extends AppError {
  constructor() {
    super('Unauthenticated.')
  }
}

/** The caller's role does not allow the request. */
export class Forbidden extends AppError {
  constructor() {
    super('Forbidden.')
  }
}

/** No record of this kind has this id. */
export class NotFound extends AppError {
  static override readonly name: string = 'NotFound'

  constructor(kind: string, id: string | number) {
    super(`${kind} ${id} was not found.`)
  }
}

/** Returns the record. @throws NotFound if there is none */
export const orNotFound = <Row>(kind: string, id: string | number, row: Row | undefined): Row => {
  if (row === undefined) throw new NotFound(kind, id)
  return row
}

/** Sentences that say what is wrong, by the names of fields. */
export type FieldErrors = Record<string, string[]>

/** The input breaks a rule. The message is all sentences on one line. */
export class ValidationError extends AppError {
  static override readonly name: string = 'ValidationError'

  constructor(readonly errors: FieldErrors) {
    super(Object.values(errors).flat().join(' '))
  }
}

/** @throws ValidationError if there are any errors */
export const requireNoErrors = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/** A login used an unknown e-mail address or a wrong password. */
export class WrongCredentials extends AppError {
  readonly errors: FieldErrors
  constructor() {
    const sentence = 'The provided credentials are incorrect.'
    super(sentence)
    this.errors = { email: [sentence] }
  }
}

/** The input is valid, but conflicts with the state of the library. */
export class Conflict extends AppError {}

/** The record is no longer the version that the client has read. */
export class PreconditionFailed extends AppError {
  constructor() {
    super(
      'The record has changed since this version of it was read. Read it again, and repeat the request with its new ETag.',
    )
  }
}

/** The resource is no longer kept. */
export class Gone extends AppError {}

/** An action can't be undone, since records have changed since. */
export class UndoConflict extends AppError {
  constructor(
    message: string,
    readonly conflicts: readonly object[],
  ) {
    super(message)
  }
}

/** Another program has locked the library for longer than a write waits. */
export class DatabaseBusy extends AppError {
  constructor() {
    super('Another program is writing to the library. Try again later.')
  }
}

/** The database server can't be reached, or does not answer in time. What was asked was not done. */
export class DatabaseUnavailable extends AppError {
  constructor(override readonly cause?: unknown) {
    super('The database cannot be reached at the moment. Try again later.')
  }
}

/** A newer program has upgraded the schema while this one served the library. */
export class SchemaChanged extends AppError {
  constructor() {
    super(
      'A newer version of the program has upgraded the library. This server only reads it until it is upgraded, too.',
    )
  }
}

/** The clock of this machine and that of the database server differ by too much. Nothing was changed. */
export class ClockDiffers extends AppError {
  constructor() {
    super(
      'The clocks of this server and of its database differ by more than a minute. Nothing can be changed here until they are set.',
    )
  }
}

/** The connection was lost during a commit, and it could not be found out whether the commit was made. */
export class CommitUnknown extends AppError {
  constructor() {
    super('The connection to the database was lost. The change may have been made or not: check before you repeat it.')
  }
}

/** The library was reset after the request had come. Nothing was changed since. */
export class LibraryReset extends AppError {
  constructor() {
    super('The request was aborted: the library was reset while it was in flight.')
  }
}

/** Too many passwords wait to be hashed. */
export class HashQueueFull extends AppError {
  constructor() {
    super('Too many people are logging in at the moment. Try again in a few seconds.')
  }
}

/** A command of the program, which the server has started, has failed. */
export class CommandFailed extends AppError {}

/** The operator has closed registration. */
export class RegistrationClosed extends AppError {
  constructor() {
    super('Registration is closed.')
  }
}

/** A proxy logs nobody in with this request; the message says why. */
export class ProxyLoginRejected extends AppError {}

/** The client has disconnected before its response. */
export class ClientDisconnected extends AppError {
  constructor() {
    super('The client has disconnected.')
  }
}

/**
 * The disk is full, or the library has reached its maximum size. Engines translate their errors to it, responses have the status 507, and a
 * deletion is made without its entry in the audit trail (`accounts/callerWrite.ts`).
 */
export class DiskFull extends AppError {
  constructor() {
    super('The library cannot grow: there is no room left on its disk. Nothing was changed. Make room on this disk.')
  }
}

/** The disk reports an error other than that it is full. The server logs the cause. */
export class DiskError extends AppError {
  constructor(override readonly cause: unknown) {
    super('The library cannot be written: its disk reports an error. Try again later.')
  }
}

/** The file of the library is not the one any more that was opened: another program has deleted, replaced or changed it, or it is damaged. */
export class LibraryFileLost extends AppError {
  constructor(problem: string) {
    super(`${problem} Nothing was changed.`)
  }
}

/** The body comes in many chunks of a few bytes each. */
export class ChunksTooSmall extends AppError {
  constructor() {
    super('The body comes in too many small chunks. Send it in larger ones.')
  }
}

/** The body is incomplete or not JSON. */
export class MalformedBody extends AppError {}

/** The body's media type is not JSON, or it is compressed. */
export class UnsupportedMediaType extends AppError {}

/** The body is larger than the configured maximum. */
export class PayloadTooLarge extends AppError {}

/** The body did not arrive in time. */
export class BodyTimeout extends AppError {}

/** The program can't do what was asked; the message says why and what to do. Exit code 1. */
export class OperationalError extends AppError {
  static override readonly name: string = 'OperationalError'
}

/** A file that the program needs is closed to this user, and open to another one. Exit code 1. */
export class ClosedToUser extends OperationalError {}

/** The file of a library is damaged. Exit code 1, or 5 of the command `backup`: a server that makes a backup in another process has to know. */
export class DamagedLibrary extends OperationalError {}

export const damagedLibraryCode = 5

/** There is a choice that nobody has made. Nothing was changed. Exit code 4. */
export class Undecided extends OperationalError {}

/** The program was called wrongly: flags, arguments or settings. Exit code 2. */
export class UsageError extends AppError {
  static override readonly name: string = 'UsageError'
}

/**
 * The `code` that SQLite and the operating system give their errors, such as `SQLITE_BUSY` or `ENOENT`; '' for others.
 */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The stack of any thrown value, for the log. The code of an error, such as SQLITE_IOERR_FSYNC, is not part of its own stack. */
export const errorStack = (error: unknown): string => {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const code = errorCode(error)
  return code ? `${code}: ${stack}` : stack
}

/** The message of any thrown value, as one sentence on one line. Those of this program end with a full stop or with a command. */
export const errorMessage = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').trim()
  return error instanceof AppError || /[.!?]$/.test(text) ? text : `${text}.`
}
