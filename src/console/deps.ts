import type { Guards } from '../auth/guards.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { Library } from '../library/open.ts'

/** What the routes of the console are created with. */
export interface ConsoleDeps {
  library: Pick<Library, 'read' | 'snapshot' | 'longSnapshot' | 'onCommit' | 'externalVersion' | 'file'>
  guards: Guards
  jsonBody: JsonBody
}
