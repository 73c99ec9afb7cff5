import * as faults from '../errors.ts'

// The one place where a refusal becomes a status, headers and JSON.

const statuses = new Map<unknown, number>([
  [faults.MalformedBody, 400],
  [faults.ValidationError, 400],
  [faults.Unauthenticated, 401],
  [faults.Forbidden, 403],
  [faults.RegistrationClosed, 403],
  [faults.NotFound, 404],
  [faults.BodyTimeout, 408],
  [faults.Conflict, 409],
  [faults.PayloadTooLarge, 413],
  [faults.UnsupportedMediaType, 415],
  [faults.WrongCredentials, 422],
  [faults.RateLimited, 429],
  // Nobody is there to see it.
  [faults.ClientDisconnected, 499],
  [faults.DatabaseBusy, 503],
  [faults.LoginThrottled, 503],
  [faults.HashQueueFull, 503],
  [faults.DiskFull, 507],
])

/** @param request - what is refused, so that what happened can be told with its id */
export const toErrorResponse = (error: unknown, request: Request): Response => {
  const status = error instanceof faults.AppError ? statuses.get(error.constructor) : undefined
  if (!(error instanceof faults.AppError) || !status) return unexpected(error, request)
  const errors = 'errors' in error ? { errors: error.errors } : {}
  return Response.json({ message: error.message, ...errors }, { status, headers: headersOf(status, error) })
}

const headersOf = (status: number, error: faults.AppError): Record<string, string> => {
  if (error instanceof faults.RetryLater) return { 'retry-after': String(error.seconds) }
  // The rest of the body may still come, and must not be taken for another request.
  if (status === 408) return { connection: 'close' }
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 503) return { 'retry-after': '5' }
  return {}
}

const stories = new WeakMap<Request, string>()

/** What happened behind an answer of 500: for the log, not for the client. */
export const stackOf = (request: Request): string | undefined => stories.get(request)

/** Our own mistake: the client learns only that it was not theirs. */
const unexpected = (error: unknown, request: Request) => {
  stories.set(request, error instanceof Error ? (error.stack ?? error.message) : String(error))
  return Response.json({ message: 'Something went wrong on the server.' }, { status: 500 })
}
