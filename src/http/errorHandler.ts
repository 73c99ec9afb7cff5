import { Elysia } from 'elysia'
import { toErrorResponse } from './errorResponse.ts'
import { allowedMethods, type Route } from './methods.ts'

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
) =>
  new Elysia({ name: 'error-handler' }).onError({ as: 'global' }, async ({ error, code, path, request }) => {
    if (code === 'NOT_FOUND')
      return (await retry(request)) ?? startPage(request) ?? noRouteResponse(allowedMethods(routes(), path))
    return toErrorResponse(error, request)
  })

const noRouteResponse = (methods: string[]) =>
  methods.length === 0
    ? Response.json({ message: 'There is nothing at this path. The API is below /api.' }, { status: 404 })
    : Response.json({ message: 'Method not allowed.' }, { status: 405, headers: { allow: methods.join(', ') } })
