import type { AnyElysia } from 'elysia'
import { consoleApiRoutes } from '../console/api/routes.ts'
import type { ConsoleDeps } from '../console/deps.ts'
import { docsRoutes } from '../console/docsPage/routes.ts'
import { pageRoutes } from '../console/page/routes.ts'
import { hideSchemas } from '../http/declaredSchemas.ts'
import type { PrefixOf } from '../http/prefix.ts'
import { openApiRoutes } from '../openapi/routes.ts'

interface OptionalParts extends ConsoleDeps {
  console: boolean
  docs: boolean
  prefixOf: PrefixOf
}

/** Mounts the console, the OpenAPI document and its page, if they are served. They are no part of the type of the application. */
export const mountOptionalRoutes = (app: AnyElysia, parts: OptionalParts) => {
  if (parts.console) app.use(pageRoutes(parts)).use(hideSchemas(consoleApiRoutes(parts)))
  if (parts.docs) app.use(openApiRoutes(app.routes, parts.prefixOf)).use(docsRoutes(parts.demo))
  app.compile()
}
