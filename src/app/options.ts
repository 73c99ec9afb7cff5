import type { Registration } from '../accounts/authPolicy.ts'
import type { GuestAccess } from '../accounts/guestTokens.ts'
import type { LoginThrottleOptions } from '../accounts/loginThrottle.ts'
import type { ProxyLoginOptions } from '../accounts/proxyHeaders.ts'
import type { Setup } from '../accounts/setup.ts'
import type { TokenUsageIntervals } from '../accounts/tokenLife.ts'
import type { Limits } from '../base/limits.ts'
import type { BackupSettings, ProgramCommands } from '../console/deps.ts'
import type { TrustedProxies } from '../http/clientIp.ts'
import type { AllowedOrigins, OnRejectedOrigin } from '../http/cors.ts'
import type { Demo } from '../http/demo.ts'
import type { Failures } from '../http/failures.ts'
import type { Fetch } from '../http/fetch.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import type { Library } from '../library/library.ts'
import type { createMetrics } from '../observability/metrics.ts'

/** A limit that is left out has its default. */
export interface ServiceOptions extends Partial<Limits> {
  library: Library
  tokenUsageIntervals?: TokenUsageIntervals
  /** Who may create an account; everybody by default. */
  registration?: Registration | undefined
  /** Whether visitors without an account may read the catalogue in the console; `off` by default. */
  guest?: GuestAccess | undefined
  /** The folder of the pictures that `cover_path`s name, which the console shows; none by default. */
  covers?: string | undefined
  /** The path below which clients find the service, such as `/music`; by default the root of its host. */
  basePath?: string | undefined
  /** The proxies whose `X-Forwarded-For` and `X-Forwarded-Prefix` are trusted; none by default. */
  trustedProxies?: TrustedProxies | undefined
  /** Returns the IP address of a request's client, where its connection does not tell. */
  clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Whether every token is read-only; false by default. */
  readOnly?: boolean | undefined
  /** How often each client may send requests; there is no limit by default. */
  limits?: { login?: RateLimit | undefined; register?: RateLimit | undefined; all?: RateLimit | undefined }
  /** The origins whose pages may read responses; none by default. */
  corsOrigins?: AllowedOrigins | undefined
  onRejectedOrigin?: OnRejectedOrigin | undefined
  /** How failed logins delay further ones; `false` turns the delays off. */
  loginThrottle?: LoginThrottleOptions | false
  /** Called after each failed login. */
  onFailedLogin?: ((failed: { address: string }) => void) | undefined
  /** Called once, when a proxy on this machine has sent `X-Forwarded-For`, and no proxies are trusted. */
  onUntrustedProxy?: (() => void) | undefined
  /** Whether the OpenAPI document and the page that documents the API are served; by default they are. */
  docs?: boolean | undefined
  /** Whether the console is served; by default it is. */
  console?: boolean | undefined
  /** With the code of the first admin, for the console; by default there is none. */
  setup?: Setup | undefined
  /** How the trusted proxies say who sends a request, for the login to the console; by default they do not. */
  proxyLogin?: ProxyLoginOptions | undefined
  /** How backups are made, for the console. */
  backups?: BackupSettings | undefined
  /** Runs commands for the console; without them it makes no backups and no checks. */
  commands?: ProgramCommands | undefined
  /** Makes the service a demo for visitors: the page shows its accounts. */
  demo?: Demo | undefined
  /** Requests that fail or wait, in a demo or a test; none by default. */
  failures?: Failures | undefined
  /** Records requests, in a test; none by default. */
  recorder?: { wrap(fetch: Fetch): Fetch; reset(): void } | undefined
  /** The time in milliseconds, on any clock. */
  now?: () => number
  /** Creates the metrics of the service; none by default. */
  createMetrics?: typeof createMetrics | undefined
}

/** The options that can change while requests are served. */
export type ChangeableOptions = Pick<
  ServiceOptions,
  'limits' | 'trustedProxies' | 'corsOrigins' | 'registration' | 'guest' | 'covers'
>
