import { Elysia } from 'elysia'
import type { ConsoleDeps } from '../deps.ts'

/** What the console needs beyond the API, in the order of its screens. */
export const consoleApiRoutes = (_deps: ConsoleDeps) => new Elysia({ prefix: '/console/api', tags: ['Console'] })
