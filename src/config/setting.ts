import type { ValueParser } from './createParser.ts'

/** The description of a setting. In a configuration file, its name has dashes: `maxBody` is `max-body`. */
export interface Setting<Value = unknown> {
  help: string
  /** Undefined for settings that must not be on a command line, which all users of the machine can see. */
  flag?: string
  /**
   * Undefined for settings that only a flag or the configuration file may have: a variable may come from another program, and is handed
   * on to children.
   */
  variable?: string
  parser: ValueParser<Value>
  default?: Value
  /** The default as text; by default the value itself. */
  defaultText?: string
  /** Shown in the help and by `config` when there is neither a value nor a default. */
  unsetText?: string
  /** Whether many people set it. The help of `serve` leaves out the others, and their table in docs/configuration.md is the second one. */
  common?: true
  /** Never printed. It can also be read from a file whose path is in `VARIABLE_FILE`, or in `name-file` of the file. */
  secret?: true
  /** Whether the program runs it. A file that everybody may write must not have it. */
  isCommand?: true
  /** Whether a demo has no use for it: a flag is wrong usage then, and a value from elsewhere is a warning. */
  unusedInDemo?: true
  /** A sentence that says what to use instead of a setting that the next version does not know. */
  replacement?: string
}

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
