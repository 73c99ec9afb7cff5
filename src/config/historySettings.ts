import { defaultLimits, inMegabytes } from '../base/limits.ts'
import type { Setting } from './setting.ts'
import { lifetime } from './timeParsers.ts'
import { integer } from './valueParsers.ts'

/** The settings of the audit trail, and of those who undo and follow the changes that it has. */
export const historySettings = {
  auditKeep: {
    help: 'how long entries of the audit trail are kept',
    flag: '--audit-keep <time>',
    variable: 'AUDIT_KEEP',
    parser: lifetime,
    default: defaultLimits.auditKeepMs,
    defaultText: '365d',
  },
  undoKeep: {
    help: 'how long changes of the catalogue can be undone',
    flag: '--undo-keep <time>',
    variable: 'UNDO_KEEP',
    parser: lifetime,
    default: defaultLimits.undoKeepMs,
    defaultText: '30d',
  },
  auditMax: {
    help: 'maximum size of the audit trail, in MB; its oldest entries go first',
    flag: '--audit-max <megabytes>',
    variable: 'AUDIT_MEGABYTES',
    parser: integer(1, 1_048_576, 'megabytes'),
    default: inMegabytes(defaultLimits.auditMaxBytes),
  },
  streamsPerAccount: {
    help: 'maximum number of streams of changes that an account has open',
    flag: '--streams-per-account <number>',
    variable: 'STREAMS_PER_ACCOUNT',
    parser: integer(1, 100_000),
    default: defaultLimits.streamLimits.perAccount,
  },
  streamsPerClient: {
    help: 'maximum number of streams of changes that a client has open',
    flag: '--streams-per-client <number>',
    variable: 'STREAMS_PER_CLIENT',
    parser: integer(1, 100_000),
    default: defaultLimits.streamLimits.perClient,
  },
} satisfies Record<string, Setting>
