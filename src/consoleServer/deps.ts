import type { Guards } from '../auth/guards.ts'
import type { SessionRouteDeps } from '../auth/routeDeps.ts'
import type { Setup } from '../auth/setup.ts'
import type { Demo } from '../http/demo.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { History } from '../observability/history.ts'
import type { AuthPolicy } from '../security/authPolicy.ts'
import type { Library } from '../storage/library.ts'

/** How the server makes backups. */
export interface BackupSettings {
  /** The folder for backups; beside the library by default. */
  folder?: string | undefined
  /** The interval between scheduled backups, in milliseconds; there are none without it. */
  everyMs?: number | undefined
  /** How many of the scheduled backups are kept. */
  keep?: number | undefined
}

/**
 * Runs commands of this program in processes of their own, so that no request waits for them. A library on PostgreSQL is theirs
 * without a flag.
 */
export interface ProgramCommands {
  /** How a user calls the program in a shell. */
  typed: string
  run(args: readonly string[]): Promise<{ code: number; out: string; err: string }>
  /** Runs a command, and yields its standard output. Ending the iteration ends the command. @throws CommandFailed */
  stream(args: readonly string[]): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** What the routes of the console are created with. */
export interface ConsoleDeps {
  library: Pick<Library, 'read' | 'snapshot' | 'longSnapshot' | 'engine' | 'name' | 'path' | 'file' | 'problem'>
  guards: Guards
  jsonBody: JsonBody
  backups: BackupSettings
  /** The maximum size of the audit trail, in bytes. */
  auditMaxBytes?: number | undefined
  /** How long changes can be undone, in milliseconds. */
  undoKeepMs?: number | undefined
  /** A program that embeds the service has none. */
  commands: ProgramCommands | undefined
  /** The requests of the last hour; undefined where nobody records them. */
  history: History | undefined
  /** Raises the idle timeout of a connection while a long response is sent. */
  allowLongSend: (request: Request) => void
  authPolicy: AuthPolicy
  setup: Setup
  /** For the route that has no caller. */
  anonymous: Pick<SessionRouteDeps, 'jsonBody' | 'identifyClient' | 'writeWithoutCaller' | 'maxSessions'>
  /** The accounts that the log-in shows to everybody; none by default. */
  demo?: Demo | undefined
}
