import type { AnyElysia } from 'elysia'
import { toErrorResponse } from './errorResponse.ts'
import { allowedMethods } from './methods.ts'

/** Turns everything that stops a request into its answer. It comes first: a hook covers only what is mounted after it. */
export const errorHandler = <App extends AnyElysia>(app: App) =>
  app.onError({ as: 'global' }, ({ error, code, path, request }) => {
    if (code === 'NOT_FOUND') return unknown(allowedMethods(app.routes, path))
    return toErrorResponse(error, request)
  })

const unknown = (methods: string[]) =>
  methods.length === 0
    ? Response.json({ message: 'There is nothing at this path. The API is below /api.' }, { status: 404 })
    : Response.json({ message: 'Method not allowed.' }, { status: 405, headers: { allow: methods.join(', ') } })
