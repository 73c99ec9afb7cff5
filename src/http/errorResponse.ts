import { Elysia } from 'elysia'
import * as errors from '../base/errors.ts'
import * as retryLater from '../base/retryLater.ts'
import { allowedMethods, type Route, suggestPath } from './methods.ts'
import { noPathResponse, type PrefixOf } from './prefix.ts'

// The only place where an error becomes a status, headers and a JSON body. A request that matches no route is no error
// of errors.ts: its 404 and 405 are below.

const statuses = new Map<unknown, number>([
  [errors.MalformedBody, 400],
  [errors.ChunksTooSmall, 400],
  [errors.ValidationError, 400],
  [errors.Unauthenticated, 401],
  [errors.Forbidden, 403],
  [errors.RegistrationClosed, 403],
  [errors.ProxyLoginRejected, 403],
  [errors.NotFound, 404],
  [errors.BodyTimeout, 408],
  [errors.Conflict, 409],
  [errors.UndoConflict, 409],
  [errors.Gone, 410],
  [errors.PreconditionFailed, 412],
  [errors.PayloadTooLarge, 413],
  [errors.UnsupportedMediaType, 415],
  [errors.WrongCredentials, 422],
  [retryLater.RateLimited, 429],
  [retryLater.TooManyStreams, 429],
  // No client receives it. nginx logs the same status for closed connections.
  [errors.ClientDisconnected, 499],
  [errors.DatabaseBusy, 503],
  [errors.DatabaseUnavailable, 503],
  [errors.SchemaChanged, 503],
  [errors.CommitUnknown, 503],
  [errors.LibraryFileLost, 503],
  [errors.LibraryReset, 503],
  [errors.ClockDiffers, 503],
  [retryLater.BodyMemoryFull, 503],
  [errors.DiskError, 503],
  [retryLater.LoginThrottled, 503],
  [retryLater.WorkInProgress, 503],
  [retryLater.WorkQueueFull, 503],
  [retryLater.SendMemoryFull, 503],
  [retryLater.TooManyDownloads, 503],
  [errors.CommandFailed, 503],
  [errors.HashQueueFull, 503],
  [errors.DiskFull, 507],
])

/** What a request was rejected for, since too much of it waits or is in use. */
const rejectedWork = new Map<unknown, string>([
  [retryLater.BodyMemoryFull, 'bodies'],
  [retryLater.LoginThrottled, 'logins'],
  [retryLater.SendMemoryFull, 'responses'],
  [retryLater.TooManyDownloads, 'downloads'],
  [retryLater.TooManyStreams, 'streams'],
  [retryLater.WorkQueueFull, 'long work'],
  [errors.HashQueueFull, 'passwords'],
])

const rejections = new WeakMap<Request, string>()

/** Returns the kind of work for which a request was rejected, since there is too much of it. */
export const rejectedWorkOf = (request: Request): string | undefined => rejections.get(request)

/**
 * Returns the response to an error: 500 for one that has no status here.
 * @param request - the request that failed; `stackOf` finds the stack of an unexpected error by it
 */
export const toErrorResponse = (error: unknown, request: Request): Response => {
  const status = error instanceof errors.AppError ? statuses.get(error.constructor) : undefined
  if (!(error instanceof errors.AppError) || !status) return unexpectedErrorResponse(error, request)
  const work = rejectedWork.get(error.constructor)
  if (work !== undefined) rejections.set(request, work)
  if (error instanceof errors.DiskError) setStack(request, error.cause)
  const fields = {
    ...('errors' in error && { errors: error.errors }),
    ...('conflicts' in error && { conflicts: error.conflicts }),
  }
  const message = error instanceof errors.ValidationError ? invalidMessage : error.message
  return Response.json({ message, ...fields }, { status, headers: headersOf(status, error) })
}

/** The message of every response to invalid fields. Their sentences are in `errors`. */
export const invalidMessage = 'The given data was invalid.'

const headersOf = (status: number, error: errors.AppError): Record<string, string> => {
  // The rest of the body may still arrive, and must not be parsed as another request.
  const close = { connection: 'close' }
  if (error instanceof retryLater.BodyMemoryFull || error instanceof retryLater.WorkInProgress)
    return { ...close, 'retry-after': String(error.seconds) }
  if (error instanceof retryLater.RetryLater) return { 'retry-after': String(error.seconds) }
  if (status === 408 || error instanceof errors.ChunksTooSmall) return close
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (status === 503) return { 'retry-after': '5' }
  return {}
}

const stacks = new WeakMap<Request, string>()

/** Returns the stack of the unexpected error or disk error of a request. It is for the log, never for the client. */
export const stackOf = (request: Request): string | undefined => stacks.get(request)

/** The message of every 500 response. Details of the error are only logged. */
export const unexpectedErrorMessage = 'Something went wrong on the server.'

const unexpectedErrorResponse = (error: unknown, request: Request) => {
  setStack(request, error)
  return Response.json({ message: unexpectedErrorMessage }, { status: 500 })
}

const setStack = (request: Request, error: unknown) => void stacks.set(request, errors.errorStack(error))

/**
 * Turns every error into its response. It is mounted first: an error hook covers only what is mounted after it.
 * @param routes - returns all routes of the application; called when a request matches none of them
 * @param startPage - what a browser gets in place of such a response, if anything
 * @param retry - what responds to such a request in place of both, once more routes are mounted, if anything
 */
export const errorHandler = (
  routes: () => readonly Route[],
  startPage: (request: Request) => Response | undefined,
  retry: (request: Request) => Promise<Response | undefined>,
  prefixOf: PrefixOf,
) =>
  new Elysia({ name: 'error-handler' }).onError({ as: 'global' }, async ({ error, code, path, request }) => {
    if (code === 'NOT_FOUND')
      return (await retry(request)) ?? startPage(request) ?? noRouteResponse(routes(), path, prefixOf(request))
    return toErrorResponse(error, request)
  })

const noRouteResponse = (routes: readonly Route[], path: string, prefix: string) => {
  const methods = allowedMethods(routes, path)
  if (methods.length === 0) return noPathResponse(prefix, suggestPath(routes, path))
  return Response.json({ message: 'Method not allowed.' }, { status: 405, headers: { allow: methods.join(', ') } })
}
