const mebibyte = 1_048_576

/**
 * The defaults of the settings that also hold where another program embeds the service. `config/settings.ts` offers them in the units of
 * the command line.
 */
export const defaults = {
  maxBodyBytes: mebibyte,
  bodyMemoryBytes: 64 * mebibyte,
  cacheBytes: 256 * mebibyte,
  idleTimeoutMs: 75_000,
  registration: 'open',
  auditKeepMs: 365 * 86_400_000,
  undoKeepMs: 30 * 86_400_000,
  auditMaxBytes: 256 * mebibyte,
  streamsPerAccount: 20,
  streamsPerClient: 100,
} as const

/** The same number in megabytes, as settings have it. */
export const inMegabytes = (bytes: number): number => bytes / mebibyte
