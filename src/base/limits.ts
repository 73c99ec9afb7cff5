import { keysOf } from './objects.ts'

const mebibyte = 1_048_576

/** How long tokens live, and how many an account has. A limit that is left out is off. */
export interface TokenLimits {
  /** How long after its creation a token ends, in milliseconds. */
  readonly maxAgeMs?: number | undefined
  /** How long after its last use a token ends, in milliseconds. */
  readonly maxIdleMs?: number | undefined
  /** The maximum number of sessions of an account: tokens that logins have created. */
  readonly perAccount?: number | undefined
}

/** How many streams of changes may be open at the same time. */
export interface StreamLimits {
  readonly perAccount: number
  readonly perClient: number
}

/** The limits of a service. One object is made at its start, and all parts read it. */
export interface Limits {
  /** The maximum size of a request body, in bytes. `http/readBody.ts` enforces it. */
  readonly maxBodyBytes: number
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs: number
  /** The maximum memory of the request bodies that are arriving, in bytes; at least four times `maxBodyBytes`. */
  readonly bodyMemoryBytes: number
  /** The memory for cached responses, in bytes; 0 turns the cache off. */
  readonly cacheBytes: number
  /** How long a connection without a request stays open, in milliseconds. */
  readonly idleTimeoutMs: number
  readonly tokenLimits: TokenLimits
  readonly streamLimits: StreamLimits
  /** How long entries of the audit trail are kept, in milliseconds. */
  readonly auditKeepMs: number
  /** The maximum size of the audit trail, in bytes. */
  readonly auditMaxBytes: number
  /** How long changes of the catalogue can be undone, in milliseconds. */
  readonly undoKeepMs: number
}

/** The limits where another program embeds the service. `config/settings.ts` offers them in the units of the command line. */
export const defaultLimits: Limits = {
  maxBodyBytes: mebibyte,
  bodyTimeoutMs: 30_000,
  bodyMemoryBytes: 64 * mebibyte,
  cacheBytes: 256 * mebibyte,
  idleTimeoutMs: 75_000,
  tokenLimits: {},
  streamLimits: { perAccount: 20, perClient: 100 },
  auditKeepMs: 365 * 86_400_000,
  auditMaxBytes: 256 * mebibyte,
  undoKeepMs: 30 * 86_400_000,
}

/** The limits of a service. Those that are left out, or undefined, have their defaults. */
export const completeLimits = (limits: Partial<Limits>): Limits => {
  const entries = keysOf<keyof Limits>(defaultLimits).map((name) => [name, limits[name] ?? defaultLimits[name]])
  return Object.fromEntries(entries) as Limits // It has all keys, with values of their types.
}

/** The part of the cache that is for pictures, where there are any, in bytes. */
export const coverBytesOf = (cacheBytes: number): number => Math.min(32 * mebibyte, cacheBytes / 8)

/** The same number in megabytes, as settings have it. */
export const inMegabytes = (bytes: number): number => bytes / mebibyte
