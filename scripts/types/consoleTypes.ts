import type { TSchema } from '@sinclair/typebox'
import { listDeclaredRoutes } from '../../src/app/declaredRoutes.ts'
import { sharedResponses } from '../../src/openapi/responses.ts'
import { clientSchemas } from './clientTypes.ts'
import { declareTypes } from './declareTypes.ts'

/** What the types leave out: the bodies of errors that all routes share, and what the client has types of. */
const otherSchemas = new Set([
  ...Object.values(sharedResponses).map(({ body }) => body),
  ...Object.values(clientSchemas),
])

/** The types of what the console's own endpoints take and send, for the console: it has no types of Bun, as the server's files do. */
export const consoleTypes = async (): Promise<string> => {
  const routes = (await listDeclaredRoutes()).filter(({ path }) => path.startsWith('/console/api/'))
  const schemas = routes.flatMap(({ hooks }): TSchema[] => {
    const { body, response = {} } = hooks.declared ?? {}
    return [...(body ? [body] : []), ...Object.values<TSchema>(response)]
  })
  return [
    "// What the console's endpoints take and send. `bun run generate` writes this file from the schemas of the server.\n",
    ...declareTypes(schemas.filter((schema) => !otherSchemas.has(schema))),
  ].join('\n')
}
