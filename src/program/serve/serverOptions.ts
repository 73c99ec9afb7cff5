import type { ChangeableOptions } from '../../app/options.ts'
import type { openPorts, ServerOptions } from '../../app/server.ts'
import { proxyLoginFrom } from '../../config/proxyLogin.ts'
import type { SettingName, Settings } from '../../config/settings.ts'
import type { OnRejectedOrigin } from '../../http/cors.ts'
import type { Demo } from '../../http/demo.ts'
import type { Library } from '../../library/library.ts'
import { log } from '../../observability/log.ts'

/** How many origins are logged. Anybody can send any. */
const maxOrigins = 10

/** An origin that means nothing else to a shell into which somebody copies the line. A name of a host has at most 253 characters. */
const plainOrigin = /^[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]{1,260}$/

/** Logs each origin whose page can't read responses once, with what the operator may type. */
const createOriginLog = (): OnRejectedOrigin => {
  const logged = new Set<string>()
  return ({ rejected, variant, allowed }) => {
    if (logged.has(rejected) || logged.size >= maxOrigins || !plainOrigin.test(rejected)) return
    logged.add(rejected)
    const problem =
      variant === undefined
        ? `A page of ${rejected} can't read responses. If it is yours, allow it:`
        : `The origin ${rejected} is not allowed, but ${variant} is. Allow both:`
    log.warn(`${problem} --cors-origins ${[...allowed, rejected].join(',')}`, { rejected })
  }
}

/** The options of `openPorts` from the settings. */
export const portsOptions = ({
  host,
  port,
  idleTimeout,
  metricsHost,
  metricsPort,
}: Settings): Parameters<typeof openPorts>[0] => ({
  host,
  port,
  idleTimeoutMs: idleTimeout * 1000,
  metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
})

/** The settings that take effect without a restart: the level of the log, and those of `changeableOptions`. */
export const reloadable = [
  'logLevel',
  'registration',
  'guest',
  'covers',
  'limitLogin',
  'limitRegister',
  'limitAll',
  'trustedProxies',
  'corsOrigins',
] as const satisfies readonly SettingName[]

export type ReloadableSettings = Pick<Settings, (typeof reloadable)[number]>

export const changeableOptions = (settings: ReloadableSettings, demo: Demo | undefined): ChangeableOptions => ({
  limits: { login: settings.limitLogin, register: settings.limitRegister, all: settings.limitAll },
  trustedProxies: settings.trustedProxies,
  // The visitors of a demo come from anywhere, unless the operator says otherwise.
  corsOrigins: settings.corsOrigins ?? (demo && '*'),
  // They share its accounts.
  registration: demo ? 'closed' : settings.registration,
  guest: settings.guest,
  covers: settings.covers,
})

const untrustedProxyWarning =
  'A proxy on this machine sends X-Forwarded-For, and no proxy is trusted: all its clients count as one. Start with --trusted-proxies 127.0.0.1,::1 to count each by its own address.'

/** The options of `startServer` from the settings. */
export const serverOptions = (library: Library, settings: Settings, demo: Demo | undefined): ServerOptions => ({
  ...portsOptions(settings),
  ...changeableOptions(settings, demo),
  library,
  basePath: settings.basePath,
  maxBodyBytes: settings.maxBody,
  bodyMemoryBytes: settings.bodyMemory * 1_048_576,
  cacheBytes: settings.cache * 1_048_576,
  demo,
  tokenLimits: {
    maxAgeMs: settings.tokenMaxAge,
    maxIdleMs: settings.tokenMaxIdle,
    perAccount: settings.tokensPerAccount,
  },
  auditKeepMs: settings.auditKeep,
  undoKeepMs: settings.undoKeep,
  auditMaxBytes: settings.auditMax * 1_048_576,
  streamLimits: { perAccount: settings.streamsPerAccount, perClient: settings.streamsPerClient },
  docs: settings.docs === 'on',
  console: settings.console === 'on',
  // The accounts of a demo are public.
  proxyLogin: demo ? undefined : proxyLoginFrom(settings),
  backups: { folder: settings.backupDir, everyMs: settings.backupEvery, keep: settings.backupKeep },
  onFailedLogin: ({ address }) => log.warn(`Failed login from ${address}`, { address }),
  onUntrustedProxy: () => log.warn(untrustedProxyWarning),
  onRejectedOrigin: createOriginLog(),
})
