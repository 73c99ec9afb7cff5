import { createParser, type ValueParser } from './createParser.ts'
import type { Setting } from './setting.ts'
import { duration } from './timeParsers.ts'
import { integer, path } from './valueParsers.ts'

/** Returns undefined where there is no program, or a quote is not closed. */
const splitCommand = (text: string): string[] | undefined => {
  const isComplete = /^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text)
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []
  const [program, ...args] = words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  // The system takes no word with a NUL.
  return isComplete && program && !text.includes('\0') ? [program, ...args] : undefined
}

/** The words of a command. No shell reads it: quotes only keep a word with spaces together. */
export const command: ValueParser<string[]> = createParser({
  read: splitCommand,
  form: 'a program and its arguments, with spaces between them and quotes around those that contain some',
  suggest: () => undefined,
})

/** The settings of copies of the library, among those of `settings.ts`. */
export const backupSettings = {
  keepSnapshots: {
    help: 'how many snapshots from before upgrades, and old replaced libraries, to keep',
    flag: '--keep-snapshots <number>',
    variable: 'KEEP_SNAPSHOTS',
    parser: integer(1, 1000),
    default: 3,
    unusedInDemo: true,
  },
  backupEvery: {
    help: 'interval between backups, such as 24h or 30m',
    flag: '--backup-every <time>',
    variable: 'BACKUP_EVERY',
    parser: duration,
    unsetText: 'off',
    unusedInDemo: true,
    common: true,
  },
  backupKeep: {
    help: 'how many of these backups to keep',
    flag: '--backup-keep <number>',
    variable: 'BACKUP_KEEP',
    parser: integer(1, 100_000),
    default: 7,
    unusedInDemo: true,
  },
  backupDir: {
    help: 'folder for backups',
    flag: '--backup-dir <folder>',
    variable: 'BACKUP_DIR',
    parser: path,
    unsetText: 'backups, beside the library',
    unusedInDemo: true,
    common: true,
  },
  backupCommand: {
    help: 'command that runs after each backup, without a shell; its last argument, or {}, is the path of the backup',
    flag: '--backup-command <command>',
    parser: command,
    unsetText: 'none',
    isCommand: true,
    unusedInDemo: true,
  },
  backupCommandTimeout: {
    help: 'time after which this command is ended, such as 30m',
    flag: '--backup-command-timeout <time>',
    variable: 'BACKUP_COMMAND_TIMEOUT',
    parser: duration,
    default: 3_600_000,
    defaultText: '1h',
    unusedInDemo: true,
  },
} satisfies Record<string, Setting>
