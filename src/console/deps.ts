import type { Guards } from '../auth/guards.ts'
import type { Demo } from '../http/demo.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { Library } from '../library/open.ts'
import type { Registration } from '../security/authPolicy.ts'

/** What the routes of the console are created with. */
export interface ConsoleDeps {
  library: Pick<Library, 'read' | 'snapshot' | 'longSnapshot' | 'onCommit' | 'externalVersion' | 'file'>
  guards: Guards
  jsonBody: JsonBody
  registration: Registration
  /** The accounts that the log-in shows to everybody; none by default. */
  demo?: Demo | undefined
}
