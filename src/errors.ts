// Refusals, in the domain's words. `http/faults.ts` says what each is in HTTP, and the command line prints its message.

export class AppError extends Error {
  override readonly name: string = this.constructor.name
}

/** Nobody is known to be asking. */
export class Unauthenticated extends AppError {
  constructor() {
    super('Unauthenticated.')
  }
}

/** Known, but not allowed. */
export class Forbidden extends AppError {
  constructor() {
    super('Forbidden.')
  }
}

/** No record of the kind has that id. */
export class NotFound extends AppError {
  constructor(kind: string, id: string | number) {
    super(`${kind} ${id} was not found.`)
  }
}

/** The record, if there is one. @throws NotFound */
export const orNotFound = <Row>(kind: string, id: string | number, row: Row | undefined): Row => {
  if (row === undefined) throw new NotFound(kind, id)
  return row
}

/** For a refusal that another one comes before: `check` is asked first, and throws that one. */
export const preferErrorFrom =
  (check: () => Promise<unknown>) =>
  async (refusal: unknown): Promise<never> => {
    await check()
    throw refusal
  }

/** What is wrong with the input: sentences under the name of the field that they are about. */
export type FieldErrors = Record<string, string[]>

/** The input breaks a rule. */
export class ValidationError extends AppError {
  constructor(readonly errors: FieldErrors) {
    super('The given data was invalid.')
  }
}

/** All that is wrong, in one line. */
export const describeFieldErrors = ({ errors }: ValidationError): string => Object.values(errors).flat().join(' ')

/** Log-in with an address and a password that don't belong together. */
export class WrongCredentials extends AppError {
  readonly errors: FieldErrors
  constructor() {
    const sentence = 'The provided credentials are incorrect.'
    super(sentence)
    this.errors = { email: [sentence] }
  }
}

/** Right in itself, but not with the library as it stands. */
export class Conflict extends AppError {}

/** The library can't be written to just now; trying again later helps. */
export class DatabaseBusy extends AppError {
  constructor() {
    super('Another program is writing to the library. Try again later.')
  }
}

/** More passwords wait to be hashed than will be soon. */
export class HashQueueFull extends AppError {
  constructor() {
    super('Too many people are logging in just now. Try again in a few seconds.')
  }
}

/** It has to wait, and may come again after so many seconds. */
export abstract class RetryLater extends AppError {
  constructor(
    sentence: string,
    readonly seconds: number,
  ) {
    super(`${sentence} Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`)
  }
}

/** The client has asked as often as the operator of this server allows. */
export class RateLimited extends RetryLater {
  constructor(seconds: number) {
    super('Too many requests.', seconds)
  }
}

/** So many log-ins have failed that the next ones are slow, and too many wait already. */
export class LoginThrottled extends RetryLater {
  constructor(seconds: number) {
    super('Too many log-ins have failed.', seconds)
  }
}

/** The operator of this server takes no registrations. */
export class RegistrationClosed extends AppError {
  constructor() {
    super('Registration is closed.')
  }
}

/** The client has gone without its answer. */
export class ClientDisconnected extends AppError {
  constructor() {
    super('The client has gone.')
  }
}

/** The disk, or the size that the library may have, is used up. */
export class DiskFull extends AppError {
  constructor() {
    super('The library can not grow: there is no room left on its disk. Nothing was changed.')
  }
}

/** The body is not in a form that the service reads. */
export class MalformedBody extends AppError {}

/** The body is not JSON by its own account. */
export class UnsupportedMediaType extends AppError {}

/** The body is longer than this server takes. */
export class PayloadTooLarge extends AppError {}

/** The body takes longer to come than this server waits. */
export class BodyTimeout extends AppError {}

/** The program can't do what its user asked of it, for the reason given. */
export class OperationalError extends AppError {}

/** The program was called in a way that it doesn't understand. */
export class UsageError extends AppError {}

/** The `code` that SQLite and the operating system give their errors, such as `SQLITE_BUSY` or `ENOENT`; '' for others. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The message of any thrown value, as one sentence on one line. */
export const errorMessage = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}
