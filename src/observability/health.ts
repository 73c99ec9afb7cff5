import { Elysia } from 'elysia'
import { normalizedPathOf } from '../http/paths.ts'
import type { Library } from '../library/open.ts'

// For programs that watch over the server: without a token, without rate limits, and logged at the level debug.

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
