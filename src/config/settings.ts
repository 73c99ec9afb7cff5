import { defaultLimits, inMegabytes } from '../base/limits.ts'
import { keysOf } from '../base/objects.ts'
import { formats, levels } from '../observability/format.ts'
import { backupSettings } from './backupSettings.ts'
import type { ValueParser } from './createParser.ts'
import { demoSettings } from './demoSettings.ts'
import { firstAdminSettings } from './firstAdminSettings.ts'
import { historySettings } from './historySettings.ts'
import { proxyLoginSettings } from './proxyLoginSettings.ts'
import type { Setting } from './setting.ts'
import { lifetime } from './timeParsers.ts'
import {
  basePath,
  host,
  integer,
  libraryUrl,
  nonEmptyText,
  oneOf,
  origins,
  path,
  proxies,
  rateLimit,
} from './valueParsers.ts'

/** All settings. A new entry here is enough for `serve` and `config` to read it from all sources and show it in their help. */
export const settings = {
  host: {
    help: 'address to listen on; 0.0.0.0 for every network',
    flag: '--host <address>',
    variable: 'HOST',
    parser: host,
    default: '127.0.0.1',
    common: true,
  },
  port: {
    help: 'port to listen on; 0 for a free one',
    flag: '--port <number>',
    variable: 'PORT',
    parser: integer(0, 65_535),
    default: 3000,
    common: true,
  },
  database: {
    help: 'library: a path, a file: URL, :memory: for one that is deleted at the end, or postgres://USER@HOST:PORT/DATABASE',
    flag: '--database <file>',
    variable: 'DATABASE_URL',
    parser: libraryUrl,
    default: './data/music-library.db',
    unusedInDemo: true,
    common: true,
  },
  databasePassword: {
    help: 'password of the user of PostgreSQL',
    variable: 'PGPASSWORD',
    parser: nonEmptyText,
    unsetText: 'none',
    secret: true,
    unusedInDemo: true,
  },
  nodeName: {
    help: 'name of this server if several serve one library on PostgreSQL; the label "node" of its metrics',
    flag: '--node-name <name>',
    variable: 'NODE_NAME',
    parser: nonEmptyText,
    unsetText: 'the name of the machine',
    unusedInDemo: true,
  },
  maxBody: {
    help: 'maximum size of a request body',
    flag: '--max-body <bytes>',
    variable: 'MAX_BODY_BYTES',
    parser: integer(1, 1_073_741_824, 'bytes'),
    default: defaultLimits.maxBodyBytes,
  },
  bodyMemory: {
    help: 'maximum memory for request bodies that are arriving, in MB; at least four times max-body',
    flag: '--body-memory <megabytes>',
    variable: 'BODY_MEGABYTES',
    parser: integer(1, 1_048_576, 'megabytes'),
    default: inMegabytes(defaultLimits.bodyMemoryBytes),
  },
  cache: {
    help: 'maximum memory for cached responses, in MB; 0 turns the cache off',
    flag: '--cache <megabytes>',
    variable: 'CACHE_MEGABYTES',
    parser: integer(0, 1_048_576, 'megabytes'),
    default: inMegabytes(defaultLimits.cacheBytes),
  },
  registration: {
    help: 'who may register: everybody (open), only with an invitation (invite), or nobody (closed)',
    flag: '--registration <state>',
    variable: 'REGISTRATION',
    parser: oneOf('open', 'invite', 'closed'),
    default: 'open',
    unusedInDemo: true,
    common: true,
  },
  guest: {
    help: 'read to let everybody look at the library in the console without an account, or off',
    flag: '--guest <access>',
    variable: 'GUEST',
    parser: oneOf('off', 'read'),
    default: 'off',
    common: true,
  },
  covers: {
    help: 'folder that the paths of covers are relative to, such as the one that was scanned: the console shows them',
    flag: '--covers <folder>',
    variable: 'COVERS',
    parser: path,
    unsetText: 'off',
  },
  tokenMaxAge: {
    help: 'how long a token is valid after its creation, such as 90d',
    flag: '--token-max-age <time>',
    variable: 'TOKEN_MAX_AGE',
    parser: lifetime,
    unsetText: 'off',
  },
  tokenMaxIdle: {
    help: 'how long a token is valid after its last use, such as 30d',
    flag: '--token-max-idle <time>',
    variable: 'TOKEN_MAX_IDLE',
    parser: lifetime,
    unsetText: 'off',
  },
  tokensPerAccount: {
    help: 'maximum number of sessions of an account; one more login ends the least recently used session',
    flag: '--tokens-per-account <number>',
    variable: 'TOKENS_PER_ACCOUNT',
    parser: integer(1, 100_000),
    unsetText: 'off',
  },
  ...historySettings,
  limitLogin: {
    help: 'maximum number of logins of a client in a period, such as 20/1m',
    flag: '--limit-login <limit>',
    variable: 'LIMIT_LOGIN',
    parser: rateLimit,
    unsetText: 'off',
  },
  limitRegister: {
    help: 'maximum number of registrations of a client in a period, such as 5/1h',
    flag: '--limit-register <limit>',
    variable: 'LIMIT_REGISTER',
    parser: rateLimit,
    unsetText: 'off',
  },
  limitAll: {
    help: 'maximum number of requests of a client in a period, such as 1000/1m',
    flag: '--limit-all <limit>',
    variable: 'LIMIT_ALL',
    parser: rateLimit,
    unsetText: 'off',
  },
  basePath: {
    help: 'path below which a proxy serves everything, if the proxy does not remove it from requests, such as /music',
    flag: '--base-path <path>',
    variable: 'BASE_PATH',
    parser: basePath,
    unsetText: 'none',
  },
  trustedProxies: {
    help: 'proxies whose X-Forwarded-For and X-Forwarded-Prefix are trusted: addresses and networks, with commas',
    flag: '--trusted-proxies <addresses>',
    variable: 'TRUSTED_PROXIES',
    parser: proxies,
    unsetText: 'none',
    common: true,
  },
  ...proxyLoginSettings,
  corsOrigins: {
    help: 'origins whose pages may read responses, with commas; localhost for all ports of this machine, * for all',
    flag: '--cors-origins <origins>',
    variable: 'CORS_ORIGINS',
    parser: origins,
    unsetText: 'none',
    common: true,
  },
  docs: {
    help: 'on to serve a page at /docs and the OpenAPI document at /openapi.json, off for a 404',
    flag: '--docs <state>',
    variable: 'DOCS',
    parser: oneOf('on', 'off'),
    default: 'on',
  },
  console: {
    help: 'on to serve the console at /console, off for a 404',
    flag: '--console <state>',
    variable: 'CONSOLE',
    parser: oneOf('on', 'off'),
    default: 'on',
  },
  idleTimeout: {
    help: 'seconds after which a connection without a request is closed',
    flag: '--idle-timeout <seconds>',
    variable: 'IDLE_TIMEOUT',
    parser: integer(5, 255, 'seconds'),
    default: defaultLimits.idleTimeoutMs / 1000,
  },
  metricsPort: {
    help: 'serve metrics for Prometheus on this port, such as 9464; 0 for a free one',
    flag: '--metrics-port <number>',
    variable: 'METRICS_PORT',
    parser: integer(0, 65_535),
    unsetText: 'off',
  },
  metricsHost: {
    help: 'address to serve metrics on; they need no token',
    flag: '--metrics-host <address>',
    variable: 'METRICS_HOST',
    parser: host,
    default: '127.0.0.1',
  },
  logLevel: {
    help: 'lowest level that is logged: debug, info, warning or error; requests are info',
    flag: '--log-level <level>',
    variable: 'LOG_LEVEL',
    parser: oneOf(...levels),
    default: 'info',
    common: true,
  },
  logFormat: {
    help: 'format of the log: json (JSON lines), text, or auto (text at a terminal, otherwise json)',
    flag: '--log-format <format>',
    variable: 'LOG_FORMAT',
    parser: oneOf(...formats),
    default: 'auto',
  },
  ...backupSettings,
  ...demoSettings,
  ...firstAdminSettings,
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

type ValueOf<Entry> = Entry extends { parser: ValueParser<infer Value> }
  ? Entry extends { default: unknown }
    ? Value
    : Value | undefined
  : never

/** The parsed values of all settings. A command that takes only some of them picks those. */
export type Settings = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> }

export const settingNames = keysOf(settings)

/** The name of a setting in a configuration file. */
export const nameInFile = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
