import { Elysia } from 'elysia'
import type { ConsoleDeps } from '../deps.ts'
import { seedingRoutes } from './seeding/routes.ts'

/** What the console needs beyond the API, in the order of its screens. */
export const consoleApiRoutes = (deps: ConsoleDeps) =>
  new Elysia({ prefix: '/console/api', tags: ['Console'] }).use(seedingRoutes(deps))
