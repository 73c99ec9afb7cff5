import { defaults } from '../defaults.ts'
import type { Setting } from './setting.ts'
import { integer, lifetime } from './valueParsers.ts'

/** The settings of what those who follow changes get. */
export const changesSettings = {
  likeLogKeep: {
    help: 'how long changes of likes can be followed',
    flag: '--like-log-keep <time>',
    variable: 'LIKE_LOG_KEEP',
    parser: lifetime,
    default: defaults.likeLogKeepMs,
    defaultText: '30d',
  },
  likeLogRows: {
    help: 'maximum number of changes of likes that are kept; the oldest go first',
    flag: '--like-log-rows <number>',
    variable: 'LIKE_LOG_ROWS',
    parser: integer(1_000, 100_000_000),
    default: defaults.likeLogRows,
  },
  streamsPerAccount: {
    help: 'maximum number of streams of changes that an account has open',
    flag: '--streams-per-account <number>',
    variable: 'STREAMS_PER_ACCOUNT',
    parser: integer(1, 100_000),
    default: defaults.streamsPerAccount,
  },
  streamsPerClient: {
    help: 'maximum number of streams of changes that a client has open',
    flag: '--streams-per-client <number>',
    variable: 'STREAMS_PER_CLIENT',
    parser: integer(1, 100_000),
    default: defaults.streamsPerClient,
  },
} satisfies Record<string, Setting>
