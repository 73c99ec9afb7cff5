import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { version } from '../../package.json'
import { normalizedPathOf } from '../http/paths.ts'
import type { Library } from '../library/library.ts'
import { NamedObject } from '../validation/schemas.ts'

// For programs that monitor the server. These routes need no token, have no rate limit, and are logged at level debug.

/** The paths of health checks. */
export const healthPaths = ['/healthz', '/readyz']

export const isHealthCheck = ({ url }: Request): boolean => healthPaths.includes(normalizedPathOf(url))

export const Alive = NamedObject(
  'Alive',
  {
    status: Type.Literal('alive'),
    version: Type.String({ description: 'The version of the server, as `music-library --version` prints it.' }),
  },
  { status: 'alive', version },
)
export const Ready = NamedObject('Ready', { status: Type.Literal('ready') }, { status: 'ready' })
export const NotReady = NamedObject(
  'NotReady',
  { status: Type.Literal('not ready'), message: Type.String() },
  { status: 'not ready', message: 'Another file has taken the place of the library.' },
)

/** `/healthz` says that the process runs, and which version, `/readyz` whether the library can be used. */
export const healthRoutes = (library: Library) =>
  new Elysia({ name: 'health', tags: ['Health'] })
    .get('/healthz', () => ({ status: 'alive' as const, version }), {
      detail: { operationId: 'readHealth', summary: 'Check that the process runs, and read its version' },
      response: { 200: Alive },
    })
    .get(
      '/readyz',
      async ({ status, set }) => {
        const problem = await library.problem()
        if (problem === undefined) return { status: 'ready' as const }
        set.headers['retry-after'] = '5'
        return status(503, { status: 'not ready', message: problem })
      },
      {
        detail: { operationId: 'readReadiness', summary: 'Check whether the library can be used' },
        response: { 200: Ready, 503: NotReady },
      },
    )
