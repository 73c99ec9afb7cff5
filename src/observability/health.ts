import { Elysia } from 'elysia'
import { normalizedPathOf } from '../http/paths.ts'
import type { Library } from '../library/open.ts'

// For programs that monitor the server. These routes need no token, have no rate limit, and are logged at level debug.

const paths = ['/healthz', '/readyz']

export const isHealthCheck = ({ url }: Request): boolean => paths.includes(normalizedPathOf(url))

/** `/healthz` says that the process runs, `/readyz` whether the library can be used. */
export const healthRoutes = (library: Library) =>
  new Elysia({ name: 'health' })
    .get('/healthz', () => ({ status: 'alive' }))
    .get('/readyz', async () => {
      const problem = await library.problem()
      return problem === undefined
        ? { status: 'ready' }
        : Response.json({ status: 'not ready', message: problem }, { status: 503, headers: { 'retry-after': '5' } })
    })
