import { formats, levels } from '../observability/levels.ts'
import {
  duration,
  email,
  integer,
  libraryUrl,
  limit,
  newPassword,
  nonEmptyText,
  oneOf,
  origins,
  path,
  proxies,
  type ValueParser,
} from './valueParsers.ts'

/** One thing that can be set. Its name in a configuration file is its name here, with dashes: `maxBody` is max-body. */
export interface Setting<Value = unknown> {
  help: string
  /** Left out where there is none: what is on a command line can be seen by everybody on the machine. */
  flag?: string
  variable: string
  parser: ValueParser<Value>
  default?: Value
  /** What is so without a value and a default, for people. */
  otherwise?: string
  /** Never shown. It can also be given by the name of a file that holds it: `VARIABLE_FILE`, and `name-file`. */
  secret?: true
}

/** Every setting. To add one, add its entry: `serve` and `config` take it, from all places, and show it in their help. */
export const settings = {
  host: {
    help: 'address to listen on; 0.0.0.0 for every network',
    flag: '--host <address>',
    variable: 'HOST',
    parser: nonEmptyText,
    default: '127.0.0.1',
  },
  port: {
    help: 'port to listen on; 0 for a free one',
    flag: '--port <number>',
    variable: 'PORT',
    parser: integer(0, 65_535),
    default: 3000,
  },
  database: {
    help: 'the library: a path, a file: URL, or :memory: for one that is gone at the end',
    flag: '--database <file>',
    variable: 'DATABASE_URL',
    parser: libraryUrl,
    default: './data/music-library.db',
  },
  maxBody: {
    help: 'longest request body that is read',
    flag: '--max-body <bytes>',
    variable: 'MAX_BODY_BYTES',
    parser: integer(1, 1_073_741_824),
    default: 1_048_576,
  },
  cache: {
    help: 'most memory for remembered answers; 0 to remember none',
    flag: '--cache <megabytes>',
    variable: 'CACHE_MEGABYTES',
    parser: integer(0, 1_048_576),
    default: 256,
  },
  registration: {
    help: 'whether anybody may register: open or closed',
    flag: '--registration <state>',
    variable: 'REGISTRATION',
    parser: oneOf('open', 'closed'),
    default: 'open',
  },
  limitLogin: {
    help: 'most log-ins of a client in a time, such as 20/1m',
    flag: '--limit-login <limit>',
    variable: 'LIMIT_LOGIN',
    parser: limit,
    otherwise: 'off',
  },
  limitRegister: {
    help: 'most registrations of a client in a time, such as 5/1h',
    flag: '--limit-register <limit>',
    variable: 'LIMIT_REGISTER',
    parser: limit,
    otherwise: 'off',
  },
  limitAll: {
    help: 'most requests of a client in a time, such as 1000/1m',
    flag: '--limit-all <limit>',
    variable: 'LIMIT_ALL',
    parser: limit,
    otherwise: 'off',
  },
  trustedProxies: {
    help: 'proxies whose X-Forwarded-For counts: addresses and networks, with commas',
    flag: '--trusted-proxies <addresses>',
    variable: 'TRUSTED_PROXIES',
    parser: proxies,
    otherwise: 'none',
  },
  corsOrigins: {
    help: 'whose pages may read answers: origins, with commas; * for all',
    flag: '--cors-origins <origins>',
    variable: 'CORS_ORIGINS',
    parser: origins,
    otherwise: 'none',
  },
  idleTimeout: {
    help: 'how many seconds a connection may stay open on which nothing is asked',
    flag: '--idle-timeout <seconds>',
    variable: 'IDLE_TIMEOUT',
    parser: integer(5, 255),
    default: 75,
  },
  metricsPort: {
    help: 'serve metrics for Prometheus on this port; 0 for a free one',
    flag: '--metrics-port <number>',
    variable: 'METRICS_PORT',
    parser: integer(0, 65_535),
    otherwise: 'off',
  },
  metricsHost: {
    help: 'address to serve metrics on; they need no token',
    flag: '--metrics-host <address>',
    variable: 'METRICS_HOST',
    parser: nonEmptyText,
    default: '127.0.0.1',
  },
  logLevel: {
    help: 'the least that is logged: debug, info, warning or error; requests are info',
    flag: '--log-level <level>',
    variable: 'LOG_LEVEL',
    parser: oneOf(...levels),
    default: 'info',
  },
  logFormat: {
    help: 'json for JSON lines, text, or auto: text at a terminal',
    flag: '--log-format <format>',
    variable: 'LOG_FORMAT',
    parser: oneOf(...formats),
    default: 'auto',
  },
  keepSnapshots: {
    help: 'how many snapshots from before upgrades to keep',
    flag: '--keep-snapshots <number>',
    variable: 'KEEP_SNAPSHOTS',
    parser: integer(1, 1000),
    default: 3,
  },
  backupEvery: {
    help: 'back up again and again, such as every 24h or 30m',
    flag: '--backup-every <time>',
    variable: 'BACKUP_EVERY',
    parser: duration,
    otherwise: 'off',
  },
  backupKeep: {
    help: 'how many of those backups to keep',
    flag: '--backup-keep <number>',
    variable: 'BACKUP_KEEP',
    parser: integer(1, 100_000),
    default: 7,
  },
  backupDir: {
    help: 'where backups go',
    flag: '--backup-dir <folder>',
    variable: 'BACKUP_DIR',
    parser: path,
    otherwise: 'backups, beside the library',
  },
  adminEmail: {
    help: 'makes this admin at the start, when nobody has the address',
    variable: 'ADMIN_EMAIL',
    parser: email,
    otherwise: 'none',
  },
  adminPassword: {
    help: "that admin's password",
    variable: 'ADMIN_PASSWORD',
    parser: newPassword,
    otherwise: 'none',
    secret: true,
  },
} satisfies Record<string, Setting>

type Table = typeof settings
type ValueOf<Of> = Of extends { parser: ValueParser<infer Value> }
  ? Of extends { default: unknown }
    ? Value
    : Value | undefined
  : never

export type SettingName = keyof Table
/** What the settings come to, checked. A command that takes only some of them picks those. */
export type Settings = { [Name in SettingName]: ValueOf<Table[Name]> }

export const settingNames = Object.keys(settings) as SettingName[]

/** A setting's name in a configuration file. */
export const nameInFile = (name: SettingName | 'config'): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
