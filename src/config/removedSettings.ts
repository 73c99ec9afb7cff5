import type { Setting } from './setting.ts'

interface RemovedSetting extends Required<Pick<Setting, 'flag' | 'variable'>> {
  /** A sentence that says why it has no effect. */
  reason: string
}

const reason = 'Likes are not logged any more.'

/** Settings of the version before. They have no effect, and are no errors. The next version does not know them. */
export const removedSettings: Readonly<Record<string, RemovedSetting>> = {
  likeLogKeep: { flag: '--like-log-keep <time>', variable: 'LIKE_LOG_KEEP', reason },
  likeLogRows: { flag: '--like-log-rows <number>', variable: 'LIKE_LOG_ROWS', reason },
}
