import { Elysia } from 'elysia'
import type { ConsoleDeps } from '../deps.ts'
import { backupRoutes } from './backups.ts'
import { exportRoutes } from './exportFile.ts'
import { consoleHealthRoutes } from './health/routes.ts'
import { seedingRoutes } from './seeding/routes.ts'

/** What the console needs beyond the API, in the order of its screens. */
export const consoleApiRoutes = (deps: ConsoleDeps) =>
  new Elysia({ prefix: '/console/api', tags: ['Console'] })
    .use(seedingRoutes(deps))
    .use(exportRoutes(deps))
    .use(backupRoutes(deps))
    .use(consoleHealthRoutes(deps))
