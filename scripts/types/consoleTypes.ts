import { consoleSchemas } from '../../src/openapi/schemas.ts'
import { declareTypes } from './declareTypes.ts'

/** The types of what the console's own endpoints take and send, for the console: it has no types of Bun, as the server's files do. */
export const consoleTypes = (): string =>
  [
    "// What the console's endpoints take and send. `bun run types` writes this file from the schemas of the server.\n",
    ...declareTypes(consoleSchemas),
  ].join('\n')
