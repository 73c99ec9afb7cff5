// The source of the types of `music-library/app`. The compiler writes out the type of a result that it infers, so that the type needs
// only Elysia's.
import { createApp } from '../../src/app/app.ts'
import type { WithDeclaredResponses } from '../../src/http/declaredSchemas.ts'

// Never called, so that the options may have any type.
const create = () => createApp(undefined as never)

/** For typed clients: `treaty<App>(origin, { parseDate: false })`. */
export type App = WithDeclaredResponses<ReturnType<typeof create>['app']>
