import type { AuthPolicy } from '../accounts/authPolicy.ts'
import type { Guards } from '../accounts/guards.ts'
import type { Guests } from '../accounts/guestTokens.ts'
import type { ProxyLogin } from '../accounts/proxyHeaders.ts'
import type { OwnerOf } from '../accounts/requestOwner.ts'
import type { SessionRouteDeps } from '../accounts/routeDeps.ts'
import type { Setup } from '../accounts/setup.ts'
import type { Signer } from '../accounts/signer.ts'
import type { Limits } from '../base/limits.ts'
import type { Cache } from '../cache/cache.ts'
import type { Demo } from '../http/demo.ts'
import type { JsonBody } from '../http/jsonBody.ts'
import type { Library } from '../library/library.ts'
import type { History } from '../observability/history.ts'
import type { SearchPages } from '../search/pages.ts'
import type { BackupList } from './api/backups/model.ts'

/** What a server has recorded of its backups since its start. */
export interface BackupState extends Pick<BackupList, 'next_at' | 'last_run' | 'command'> {
  /** How many backups have failed since the start. */
  failures: number
}

/** Records the backups of a server, and runs the command of the operator after each. */
export interface BackupRuns {
  state(): BackupState
  /** Records a backup, and starts the command with it. @param file - the path of the backup */
  succeeded(file: string): void
  /** @param exitCode - of the command that makes it; null if it was stopped */
  failed(error: string, exitCode: number | null): void
}

/** How the server makes backups. */
export interface BackupSettings {
  /** The folder for backups; beside the library by default. */
  folder?: string | undefined
  /** The interval between scheduled backups, in milliseconds; there are none without it. */
  everyMs?: number | undefined
  /** How many of the scheduled backups are kept. */
  keep?: number | undefined
  /** A program that embeds the service has none. */
  runs?: BackupRuns | undefined
}

/** What a process may take. */
export interface UsageLimits {
  cpuSeconds: number
  seconds: number
  memoryBytes: number
}

interface StreamOptions {
  /** The beginning of the standard input of the command, which stays open after it. */
  input?: Uint8Array
  /** Ends the command. */
  signal?: AbortSignal | undefined
  /** What the command may take; more ends it. */
  limits?: UsageLimits
}

/**
 * Runs commands of this program in processes of their own, so that no request waits for them. A library on PostgreSQL is theirs
 * without a flag.
 */
export interface ProgramCommands {
  /** How a user calls the program in a shell. */
  typed: string
  /** The unit of systemd that runs the server, such as `music-library`; undefined if there is none. */
  serviceUnit?: string | undefined
  run(args: readonly string[]): Promise<{ code: number; out: string; err: string }>
  /** Runs a command, and yields its standard output. Ending the iteration ends the command. @throws CommandFailed */
  stream(args: readonly string[], options?: StreamOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** What the routes of the console are created with. */
export interface ConsoleDeps {
  library: Pick<
    Library,
    'read' | 'snapshot' | 'longSnapshot' | 'clock' | 'engine' | 'name' | 'path' | 'file' | 'problem'
  >
  search: SearchPages
  cache: Pick<Cache, 'sendOwn'>
  guards: Guards
  jsonBody: JsonBody
  backups: BackupSettings
  limits: Limits
  /** A program that embeds the service has none. */
  commands: ProgramCommands | undefined
  /** The requests of the last hour; undefined where nobody records them. */
  history: History | undefined
  /** Raises the idle timeout of a connection while a long response is sent. */
  allowLongSend: (request: Request) => void
  /** Whether the response to a request is still being prepared or sent; false where the connections are not known. */
  isInFlight: (request: Request) => boolean
  authPolicy: AuthPolicy
  guests: Guests
  signer: Signer
  ownerOf: OwnerOf
  /** The folder of the pictures that `cover_path`s name; undefined if none is set. It can change while requests are served. */
  coverFolder: () => string | undefined
  setup: Setup
  /** For the routes that have no caller. */
  anonymous: Pick<SessionRouteDeps, 'jsonBody' | 'identifyClient' | 'writeWithoutCaller' | 'maxSessions'>
  /** Where a trusted proxy may log its users in. */
  proxyLogin?: ProxyLogin | undefined
  /** The time in milliseconds, on any clock. */
  now: () => number
  /** The time in milliseconds since 1970. */
  wallMs: () => number
  /** The accounts that the login shows to everybody; none by default. */
  demo?: Demo | undefined
}
