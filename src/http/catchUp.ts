import type { Database } from '../library/database.ts'
import { toErrorResponse } from './errorResponse.ts'
import type { Fetch } from './fetch.ts'

/**
 * Lets each request see what other nodes have acknowledged before it came. What it reads from the cache is then as new as what it
 * reads from the database.
 * @param isExempt - requests that read nothing of the library
 */
export const withCatchUp =
  (fetch: Fetch, catchUp: NonNullable<Database['catchUp']>, isExempt: (request: Request) => boolean): Fetch =>
  (request) =>
    isExempt(request)
      ? fetch(request)
      : catchUp().then(
          () => fetch(request),
          (error) => toErrorResponse(error, request),
        )
