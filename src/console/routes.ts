import { Elysia } from 'elysia'
import { consoleApiRoutes } from './api/routes.ts'
import type { ConsoleDeps } from './deps.ts'
import { pageRoutes } from './page/routes.ts'

/** The console: its page, the files of the page, and what it needs beyond the API. */
export const consoleRoutes = (deps: ConsoleDeps) =>
  new Elysia({ name: 'console' }).use(pageRoutes(deps)).use(consoleApiRoutes(deps))
