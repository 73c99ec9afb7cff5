import { command } from './commandParser.ts'
import type { Setting } from './setting.ts'
import { duration } from './timeParsers.ts'
import { integer, path } from './valueParsers.ts'

/** The settings of copies of the library, among those of `settings.ts`. */
export const backupSettings = {
  keepSnapshots: {
    help: 'how many snapshots from before upgrades, and old replaced libraries, to keep',
    flag: '--keep-snapshots <number>',
    variable: 'KEEP_SNAPSHOTS',
    parser: integer(1, 1000),
    default: 3,
  },
  backupEvery: {
    help: 'interval between backups, such as 24h or 30m',
    flag: '--backup-every <time>',
    variable: 'BACKUP_EVERY',
    parser: duration,
    unsetText: 'off',
  },
  backupKeep: {
    help: 'how many of these backups to keep',
    flag: '--backup-keep <number>',
    variable: 'BACKUP_KEEP',
    parser: integer(1, 100_000),
    default: 7,
  },
  backupDir: {
    help: 'folder for backups',
    flag: '--backup-dir <folder>',
    variable: 'BACKUP_DIR',
    parser: path,
    unsetText: 'backups, beside the library',
  },
  backupCommand: {
    help: 'command that runs after each backup, without a shell; its last argument, or {}, is the path of the backup',
    flag: '--backup-command <command>',
    parser: command,
    unsetText: 'none',
    isCommand: true,
  },
  backupCommandTimeout: {
    help: 'time after which this command is ended, such as 30m',
    flag: '--backup-command-timeout <time>',
    variable: 'BACKUP_COMMAND_TIMEOUT',
    parser: duration,
    default: 3_600_000,
    defaultText: '1h',
  },
} satisfies Record<string, Setting>
