import { securityHeaders } from './securityHeaders.ts'

/** Made once: a response copies them in less time than it takes to make them. */
const headers = new Headers({ 'content-type': 'application/json', ...securityHeaders, 'cache-control': 'no-store' })

/**
 * Responds with JSON that is not cached. A route that returns it, and not the value, has its response sent as it is: Elysia would
 * check the value with the schema that the route declares, which takes longer than to write it as JSON.
 */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers })
